import { attributeOf, child, childrenOf, textOf, trimXml } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';
import { readId } from './object.ts';
import { checkShape, refuse, tokenOf } from './reading.ts';
import type { Reading, Shape } from './reading.ts';

/** What stands around the definition. */
export interface Envelope {
  readonly templateId: string;
  readonly concept: string | undefined;
  readonly uid: string | undefined;
  readonly language: string;
  readonly detailLanguages: readonly string[];
  readonly otherDetails: ReadonlyMap<string, string>;
  readonly definition: XmlElement;
}

/** Longer ids do not fit into the key of every store. */
const ID_LIMIT = 500;

const ROOTS = ['template', 'OPERATIONAL_TEMPLATE'];
const NAMESPACES = ['', 'http://schemas.openehr.org/v1', 'http://schemas.openehr.org/v2'];

/** The elements of an operational template (Template.xsd of the AM, with AUTHORED_RESOURCE's). */
const TEMPLATE: Shape = {
  language: 'one',
  original_language: 'one',
  is_controlled: 'one',
  description: 'one',
  translations: 'many',
  revision_history: 'one',
  uid: 'one',
  template_id: 'one',
  concept: 'one',
  definition: 'one',
  ontology: 'one',
  component_ontologies: 'many',
  annotations: 'many',
  constraints: 'one',
  view: 'one',
};

/**
 * Reads the envelope; undefined when something is missing that the rest can't be read without, with the reason noted.
 *
 * Here, at the top, an element that no operational template has is refused: whoever put it there believes that it says
 * something. The schema asks for a concept, and a file that spells out what the schema asks for must have it. Exports
 * in the terse manner of ADL 2, which leave out what has a default (their definition has no occurrences), may leave out
 * the concept too.
 */
export function readEnvelope(reading: Reading, root: XmlElement): Envelope | undefined {
  if (!ROOTS.includes(root.name) || !NAMESPACES.includes(root.namespace)) {
    refuse(
      reading,
      '',
      'not_a_template',
      'The document is not an operational template (OPT 1.4): its root element is another',
      root,
    );
    return undefined;
  }
  checkShape(reading, '', root, TEMPLATE, (alien) => {
    refuse(reading, '', 'unknown_element', `An operational template has no element ${alien.name}`, alien);
  });
  const language = readLanguage(child(root, 'language'));
  const templateId = readId(child(root, 'template_id'));
  const definition = child(root, 'definition');
  const conceptElement = child(root, 'concept');
  const concept = tokenOf(conceptElement);
  const terse = definition !== undefined && child(definition, 'occurrences') === undefined;

  const require = (name: string, value: unknown): void => {
    if (value === undefined)
      refuse(reading, `/${name}`, 'missing_element', `Element ${name} of the template is missing or empty`);
  };
  require('language', language);
  require('template_id', templateId);
  if (templateId !== undefined && templateId.length > ID_LIMIT)
    refuse(reading, '/template_id', 'id_too_long', `A template id has at most ${ID_LIMIT} characters`);
  if (conceptElement !== undefined || !terse) require('concept', concept);
  require('definition', definition);
  if (language === undefined || templateId === undefined || definition === undefined) return undefined;

  const description = child(root, 'description');
  const details = description === undefined ? [] : childrenOf(description, 'details');
  return {
    templateId,
    concept,
    uid: readId(child(root, 'uid')),
    language,
    detailLanguages: details.flatMap((detail) => readLanguage(child(detail, 'language')) ?? []),
    otherDetails: readOtherDetails(description),
    definition,
  };
}

const readLanguage = (element: XmlElement | undefined): string | undefined =>
  element && tokenOf(child(element, 'code_string'));

function readOtherDetails(description: XmlElement | undefined): ReadonlyMap<string, string> {
  const entries = description === undefined ? [] : childrenOf(description, 'other_details');
  return new Map(entries.map((entry) => [trimXml(attributeOf(entry, 'id') ?? ''), textOf(entry)]));
}
