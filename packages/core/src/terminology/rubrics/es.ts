import type { Rubrics } from './rubrics.ts';

/** Rubrics of the openEHR terminology 3.1.0 in Spanish: group → one line `code rubric` per concept. */
export const es: Rubrics = {
  attestation_reason: `
240 firmado
648 testigo`,
  audit_change_type: `
249 creación
250 enmienda
251 modificación
252 síntesis
523 eliminado
666 testimonio
816 restaurado
817 conversión de formato
253 desconocido`,
  composition_category: `
431 persistente
451 episódico
433 evento
815 informe`,
  property: `
339 Aceleración
342 Aceleración, angular
381 Cantidad (equivalente)
384 Cantidad (mol)
497 Ángulo, plano
500 Ángulo, sólido
335 Área
119 Concentración
350 Densidad
362 Coeficiente de difusión
501 Capacidad eléctrica
498 Carga eléctrica
502 Conductancia eléctrica
334 Corriente eléctrica
377 Intensidad del campo eléctrico
655 Potencial eléctrico
121 Energía
366 Densidad de energía
508 Dosis de energía
365 Energía por área
364 Energía, lineal
347 Caudal, masa
352 Caudal, masa/fuerza
351 Caudal, amsa/volumen
126 Caudal, volumen
348 Flujo, masa
355 Fuerza
358 Fuerza por masa
357 Fuerza, cuerpo
382 Frecuencia
586 Tasa de filtración glomerular
373 Coeficiente de transferencia de calor
505 Iluminancia
379 Inductancia
122 Longitud
499 Intensidad de luz
123 Volumen sonoro
504 Flujo luminoso
378 Flujo magnético
503 Densidad de flujo magnético
124 Masa
385 Masa (IU)
445 Masa (Unidades)
349 Masa por área
344 Momento de inercia, área
345 Momento de inercia, masa
340 Impulso
346 Impulso, caudal
343 Impulso, angular
363 Potencia
369 Densidad de potencia
368 Flujo de potencia
367 Potencia, lineal
125 Presión
507 Proporción
380 Real calificado
506 Radioactividad
375 Resistencia
370 Energía específica
371 Calor específico, constante de gas
337 Superficie específica
336 Volumen específico
354 Peso específico
356 Tensión superficial
127 Temperatura
372 Conductividad térmica
128 Tiempo
359 Torque
338 Velocidad
341 Velocidad, angular
360 Viscosidad, dinámica
361 Viscosity, cinemática
374 Voltaje, eléctrico
129 Volumen
130 Trabajo
685 Poder refractivo
118 <no asignado>
709 Fracción de tiempo
708 Tasa de variación, presión
754 Tasa de variación, frecuencia
755 Arbitrario
756 Dosis de medicación
757 Potencia espectral
758 Densidad espectral de potencia
759 Ritmo
760 Actividad enzimática`,
  version_lifecycle_state: `
532 completo
553 incompleto
523 eliminado
800 inactivo
801 abandonado`,
  participation_function: `
253 desconocido`,
  null_flavours: `
271 sin información
253 desconocido
272 oculto
273 no aplica`,
  participation_mode: `
193 no especificado
216 comunicación cara a cara
223 comunicación cara a cara interpretada
217 firma (cara a cara)
195 audiovisuales en vivo; video conferencia; video llamada
198 video conferencia
197 video llamada
218 firma sobre video
224 comunicación por video interpretada
194 audiovisual asíncrona; video grabado
196 video grabado
202 sólo audio en vivo; teléfono; teléfono de internet; tele-conferencia
204 teléfono
203 tele-conferencia
205 teléfono de internet
222 sólo audio interpretado
199 sólo audio asíncrono; dictado; correo de voz
200 dictado
201 correo de voz
212 sólo texto en vivo; charla de texto por internet; charla por SMS; nota escrita interactiva
213 charla (texto) por internet
214 charla por SMS
215 nota escrita interactiva
206 texto asíncrono; correo electrónico; fax; carta; nota manuscrita; mensaje SMS
211 nota manuscrita
210 carta impresa/escrita
207 correo electrónico
208 facsímil/telefax
221 texto traducido
209 mensajería SMS
219 físicamente presente
220 físicamente remoto`,
  instruction_states: `
524 inicial
526 planificado
527 postpuesto
528 cancelado
529 coordinado
245 activo
530 suspendido
531 abortado
532 completado
533 expirado`,
  instruction_transitions: `
535 iniciar
536 paso del plan
537 postponer
538 restaurar
166 cancelar
542 paso postpuesto
539 coordinar
534 paso coordinado
540 comienzar
541 realizar
543 paso activo
544 suspender
545 paso suspendido
546 reanudar
547 abortar
548 terminar
549 se acabó el tiempo
550 notificar abortado
551 notificar completado
552 notificar cancelado`,
  subject_relationship: `
0 sí mismo
3 feto
10 madre
9 padre
6 donante
253 desconocido
261 hija adoptiva
260 hijo adoptivo
259 padre adoptivo
258 madre adoptiva
256 padre biológico
255 madre biológica
23 hermano
28 niño
265 cohabitante
257 primo
29 hija
264 guardián
39 tía materna
8 abuelo materno
7 abuela materna
38 tío materno
189 neonato
254 padre
22 compañero/esposo
41 tía paterna
36 abuelo paterno
37 abuela paterna
40 tío paterno
27 hermano
24 hermana
31 hijo
263 padrastro
262 madrastra
25 hermanastro o medio hermano
26 hermanastra o media hermana`,
  term_mapping_purpose: `
669 salud pública
670 reembolso
671 investigación`,
  event_math_function: `
145 mínimo
144 máximo
267 modo
268 mediana
146 media
147 cambio
148 total
149 variación
521 disminución
522 incremento
640 real`,
  setting: `
225 hogar
227 atención de emergencia
228 atención médica primaria
229 atención primaria de enfermería
230 atención primaria de trabajadores de la salud
231 atención de partera
232 atención médica secundaria
233 atención secundaria de enfermería
234 atención secundaria de trabajadores de la salud
235 atención complementaria
236 atención dental
237 atención en casa de salud
802 salud mental
238 otros cuidados`,
  extract_content_type: `
803 HCE openEHR
804 Demográficos openEHR
805 Sincronización openEHR
806 Genérico openEHR
807 HCE genérica
808 otro`,
  extract_action_type: `
809 cancelación
810 reenvío
811 nuevo envío`,
  extract_update_trigger_event_type: `
812 cualquier cambio
813 corrección
814 actualización`,
};
