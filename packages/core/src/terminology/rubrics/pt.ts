import type { Rubrics } from './rubrics.ts';

/** Rubrics of the openEHR terminology 3.1.0 in Portuguese: group → one line `code rubric` per concept. */
export const pt: Rubrics = {
  attestation_reason: `
240 assinado
648 testemunhado`,
  audit_change_type: `
249 criação
250 alteração
251 modificação
252 síntese
523 eliminado
666 atestação
816 restauração
817 conversão de formatos
253 desconhecido`,
  composition_category: `
431 persistente
433 evento
451 episódico
815 relatório`,
  property: `
339 Aceleração
342 Aceleração, angular
381 Quantidade (Eq)
384 Quantidade (mol)
497 Ângulo, plano
500 Ângulo, sólido
335 Área
119 Concentração
350 Densidade
362 Coeficiente de difusão
501 Capacitância elétrica
498 Carga elétrica
502 Condutância elétrica
334 Corrente elétrica
377 Intensidade do campo elétrico
655 Energia potencial elétrica
121 Energia
366 Densidade de energia
508 Dose de energia
365 Energia por área
364 Energia, linear
347 Taxa de fluxo, massa
352 Taxa de fluxo, massa/força
351 Taxa de fluxo, massa/volume
126 Taxa de fluxo, volume
348 Fluxo, massa
355 Força
358 Força por massa
357 Força, corpo
382 Frequência
586 Taxa de filtração glomerular
373 Coeficiente de transferência de calor
505 Iluminância
379 Indutância
122 Comprimento
499 Intensidade luminosa
123 Intensidade sonora
504 Fluxo luminoso
378 Fluxo magnético
503 Densidade de fluxo magnético
124 Massa
385 Massa (UI)
445 Massa (unidades)
349 Massa por área
344 Momento de inércia, área
345 Momento de inércia, massa
340 Momento
346 Momento, taxa de fluxo
343 Momento, angular
363 Potência
369 Densidade de potência
368 Fluxo de potência
367 Potência, linear
125 Pressão
507 Proporção
380 Real qualificado
506 Radioactividade
375 Resistência
370 Energia específica
371 Calor específico, gás constante
337 Superfície específica
336 Volume específico
354 Peso específico
356 Tensão superficial
127 Temperatura
372 Condutividade térmica
128 Tempo
359 Torque
338 Velocidade
341 Velocidade, angular
360 Viscosidade, dinâmica
361 Viscosidade, cinemática
374 Potencial eléctrico
129 volume
130 Trabalho
685 Poder de refracção
118 Não definido
709 Fracção de tempo
708 Taxa de variação, pressão
754 Taxa de variação, frequência
755 Arbitrário
756 Taxa de dose de medicação
757 Potência espectral
758 Densidade de potência espectral
759 Ritmo
760 Actividade enzimática`,
  version_lifecycle_state: `
532 completo
553 incompleto
523 eliminado
800 inativo
801 abandonado`,
  participation_function: `
253 desconhecido`,
  null_flavours: `
271 sem informação
253 desconhecido
272 mascarado
273 não aplicável`,
  participation_mode: `
193 não especificado
216 comunicação cara-a-cara
223 comunicação interpretada cara-a-cara
217 assinatura (cara-a-cara)
195 audiovisual ao vivo; videoconferência; videofone
198 videoconferência
197 videofone
218 assinatura por vídeo
224 comunicação interpretada por vídeo
194 audiovisual assíncrono; vídeo gravado
196 vídeo gravado
202 apenas áudio em directo; telefone; telefone por internet; teleconferência
204 telefone
203 teleconferência
205 telefone por internet
222 áudio interpretado
199 áudio assíncrono; ditado; correio de voz
200 ditado
201 correio de voz
212 apenas texto em directo; chat na Internet; chat por SMS; nota escrita interactiva
213 chat por internet
214 chat por SMS
215 nota escrita interactiva
206 texto assíncrono; correio electrónico; fax; carta; nota manuscrita; mensagem SMS
211 nota manuscrita
210 carta impressa/datilografada
207 email
208 fax/telefax
221 texto traduzido
209 mensagem SMS
219 fisicamente presente
220 fisicamente remoto`,
  instruction_states: `
524 inicial
526 planeado
527 adiado
528 cancelado
529 agendado
245 activo
530 suspenso
531 abortado
532 concluído
533 expirado`,
  instruction_transitions: `
535 iniciar
536 planear etapa
537 adiar
538 restaurar
166 cancelar
542 etapa adiada
539 agendar
534 etapa agendada
540 iniciar
541 executar
543 etapa activa
544 suspender
545 etapa suspensa
546 retomar
547 abortar
548 terminar
549 tempo esgotado
550 notificação abortada
551 notificação concluída
552 notificação cancelada`,
  subject_relationship: `
0 próprio
3 feto
10 mãe
9 pai
6 dador
253 desconhecido
261 filha adoptiva
260 filho adoptivo
259 pai adoptivo
258 mãe adoptiva
256 pai biológico
255 mãe biológica
23 irmão
28 filho
265 coabitante
257 primo(a)
29 filha
264 guardião(ã)
39 tia materna
8 avô materno
7 avó materna
38 tio materno
189 recém-nascido
254 pai/mãe
22 companheiro/cônjuge
41 tia paterna
36 avô paterno
37 avó paterna
40 tio paterno
27 irmão(ã)
24 irmã
31 filho
263 padrasto
262 madrasta
25 meio-irmão
26 meia-irmã`,
  term_mapping_purpose: `
669 saúde pública
670 reembolso
671 estudo de investigação`,
  event_math_function: `
145 mínimo
144 máximo
267 moda
268 mediana
146 média
147 alteração
148 total
149 variação
521 decréscimo
522 acréscimo
640 real`,
  setting: `
225 cuidados domiciliários
227 cuidados de emergência
228 cuidados médicos primários
229 cuidados de enfermagem primários
230 cuidados de saúde primários
231 cuidados de obstetrícia
232 cuidados médicos secundários
233 cuidados de enfermagem secundários
234 cuidados de saúde especializada
235 cuidados de saúde complementares
236 cuidados dentários
237 cuidados em lares residenciais
802 cuidados de saúde mental
238 outros cuidados`,
  extract_content_type: `
803 registo de saúde electrónico em openEHR
804 openEHR demográfico
805 Sincronização openEHR
806 openEHR genérico
807 Registro electrónico médico genérico
808 Outro`,
  extract_action_type: `
809 cancelar
810 reenviar
811 enviar novo`,
  extract_update_trigger_event_type: `
812 qualquer alteração
813 correcção
814 actualização`,
};
