import { attributeOf, child, childrenOf, textOf, trimXml } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';
import type { ArchetypeRoot, CodeRef, Term } from '../model.ts';
import { readCode } from './domain.ts';

type Terms = Map<string, Term>;

/** What `ontology` and `component_ontologies` say about one archetype: language → code → term. */
export type Ontologies = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, Term>>>;

/**
 * Reads `ontology` (of the root archetype) and `component_ontologies`, keyed by archetype id. They carry the languages
 * beside the default one; where an archetype is used twice, both uses share them, as the OPT tells no more.
 */
export function readOntologies(template: XmlElement, rootArchetypeId: string): Ontologies {
  const ontologies = new Map<string, Map<string, Terms>>();
  for (const ontology of template.children) {
    if (ontology.name !== 'ontology' && ontology.name !== 'component_ontologies') continue;
    const archetypeId = trimXml(attributeOf(ontology, 'archetype_id') ?? '') || rootArchetypeId;
    const languages = ontologies.get(archetypeId) ?? new Map<string, Terms>();
    ontologies.set(archetypeId, languages);
    for (const definitions of childrenOf(ontology, 'term_definitions')) {
      const language = trimXml(attributeOf(definitions, 'language') ?? '');
      const terms: Terms = languages.get(language) ?? new Map();
      addTerms(terms, childrenOf(definitions, 'items'));
      languages.set(language, terms);
    }
  }
  return ontologies;
}

/** Adds ARCHETYPE_TERMs; the first definition of a code is the one that counts. */
function addTerms(terms: Terms, definitions: readonly XmlElement[]): void {
  for (const definition of definitions) {
    const code = trimXml(attributeOf(definition, 'code') ?? '');
    if (code === '' || terms.has(code)) continue;
    terms.set(code, readDictionary(definition));
  }
}

/** StringDictionaryItems: id → text. */
export function readDictionary(element: XmlElement): ReadonlyMap<string, string> {
  const items = new Map<string, string>();
  for (const item of childrenOf(element, 'items')) {
    const id = trimXml(attributeOf(item, 'id') ?? '');
    if (id !== '') items.set(id, textOf(item));
  }
  return items;
}

/**
 * The terms in the scope of one archetype root, default language first. Its own `term_definitions` are in the default
 * language and win over the ontology's in that language: they carry what the template renamed.
 */
export function readScope(
  element: XmlElement,
  archetypeId: string,
  language: string,
  ontologies: Ontologies,
): Pick<ArchetypeRoot, 'terms' | 'bindings'> {
  const own: Terms = new Map();
  addTerms(own, childrenOf(element, 'term_definitions'));
  const terms = new Map<string, ReadonlyMap<string, Term>>([[language, own]]);
  for (const [tongue, definitions] of ontologies.get(archetypeId) ?? []) {
    if (tongue !== language) terms.set(tongue, definitions);
    else for (const [code, term] of definitions) if (!own.has(code)) own.set(code, term);
  }
  return { terms, bindings: readBindings(childrenOf(element, 'term_bindings')) };
}

function readBindings(sets: readonly XmlElement[]): ArchetypeRoot['bindings'] {
  const bindings = new Map<string, Map<string, CodeRef>>();
  for (const set of sets) {
    const terminology = trimXml(attributeOf(set, 'terminology') ?? '');
    const codes = bindings.get(terminology) ?? new Map<string, CodeRef>();
    for (const item of childrenOf(set, 'items')) {
      const target = readCode(child(item, 'value'));
      if (target !== undefined) codes.set(trimXml(attributeOf(item, 'code') ?? ''), unwrapped(target));
    }
    bindings.set(terminology, codes);
  }
  return bindings;
}

/** Some tools put the whole term into the code: `[SNOMED-CT(2003)::364090009]`. */
function unwrapped(target: CodeRef): CodeRef {
  const colons = target.code.indexOf('::');
  if (colons < 2 || !target.code.startsWith('[') || !target.code.endsWith(']')) return target;
  return { terminologyId: target.code.slice(1, colons), code: target.code.slice(colons + 2, -1) };
}
