import { CdrError } from '../../errors.ts';
import { child, parseXml } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';
import { findTerm } from '../terms.ts';
import type { CComplexObject, OperationalTemplate } from '../model.ts';
import { readEnvelope } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import { readAnnotations, readDefaults, readView } from './extras.ts';
import { readDefinition, readId } from './object.ts';
import { newReading } from './reading.ts';
import type { Reading } from './reading.ts';
import { readOntologies } from './terms.ts';
import type { Ontologies } from './terms.ts';

/**
 * Reads an operational template (OPT 1.4 XML, namespace v1 or none, any prefix).
 *
 * Any root type is accepted (COMPOSITION, SECTION, PERSON, …). What is odd but harmless ends up in `warnings`.
 *
 * @throws CdrError `malformed_xml` for a text that is not XML; `invalid_template`, with all reasons as `issues`, for
 * XML that is not a usable operational template.
 */
export function readTemplate(xml: string): OperationalTemplate {
  const root = parseXml(xml);
  const reading = newReading();
  const envelope = readEnvelope(reading, root);
  if (envelope === undefined) throw invalid(reading);
  const archetypeId = readId(child(envelope.definition, 'archetype_id')) ?? '';
  const ontologies = readOntologies(root, archetypeId);
  const definition = readDefinition({ ...reading, language: envelope.language, ontologies }, envelope.definition);
  if (definition === undefined || reading.issues.length > 0) throw invalid(reading);
  return assemble(root, envelope, definition, ontologies, reading.warnings);
}

function assemble(
  root: XmlElement,
  envelope: Envelope,
  definition: CComplexObject,
  ontologies: Ontologies,
  warnings: readonly string[],
): OperationalTemplate {
  const { templateId, uid, language, otherDetails, detailLanguages } = envelope;
  const ontologyLanguages = [...ontologies.values()].flatMap((languages) => [...languages.keys()]);
  const rootTerm = definition.archetype && findTerm(definition.archetype, definition.nodeId);
  return {
    templateId,
    concept: envelope.concept ?? rootTerm?.get('text') ?? templateId,
    uid,
    language,
    languages: [...new Set([language, ...detailLanguages, ...ontologyLanguages])],
    otherDetails,
    definition,
    annotations: readAnnotations(root),
    view: readView(root),
    defaults: readDefaults(root),
    warnings,
  };
}

function invalid({ issues }: Reading): CdrError {
  const [first, ...others] = issues;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new CdrError('invalid_template', `${first?.message ?? 'The template has no definition'}${more}.`, { issues });
}
