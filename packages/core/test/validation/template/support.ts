import { compileTemplate } from '../../../src/validation/template/index.ts';
import type { JsonObject, JsonValue } from '../../../src/json/index.ts';
import type {
  ArchetypeRoot,
  CAttribute,
  CComplexObject,
  CObject,
  CPrimitive,
  CSlot,
  Multiplicity,
  OperationalTemplate,
  PrimitiveConstraint,
} from '../../../src/template/index.ts';
import type { CompiledTemplate } from '../../../src/validation/contract.ts';

// Operational templates by hand, as small as a test needs them.

export const ONE: Multiplicity = { min: 1, max: 1 };
export const OPTIONAL: Multiplicity = { min: 0, max: 1 };
export const MANY: Multiplicity = { min: 0 };

type Terms = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const archetypeRoot = (archetypeId: string, terms: Terms = {}): ArchetypeRoot => ({
  archetypeId,
  terms: new Map(
    Object.entries(terms).map(([language, texts]) => [
      language,
      new Map(Object.entries(texts).map(([code, text]) => [code, new Map([['text', text]])])),
    ]),
  ),
  bindings: new Map(),
});

export const complex = (
  rmType: string,
  nodeId: string,
  attributes: readonly CAttribute[] = [],
  occurrences: Multiplicity = MANY,
): CComplexObject => ({ kind: 'complex', rmType, nodeId, occurrences, attributes });

export const archetyped = (
  rmType: string,
  archetypeId: string,
  attributes: readonly CAttribute[] = [],
  occurrences: Multiplicity = MANY,
  terms: Terms = {},
): CComplexObject => ({
  ...complex(rmType, 'at0000', attributes, occurrences),
  archetype: archetypeRoot(archetypeId, terms),
});

export const slot = (rmType: string, nodeId: string, options: Partial<CSlot> = {}): CSlot => ({
  kind: 'slot',
  rmType,
  nodeId,
  occurrences: MANY,
  includes: [],
  excludes: [],
  ...options,
});

export const single = (name: string, children: readonly CObject[], existence?: Multiplicity): CAttribute => ({
  name,
  multiple: false,
  existence,
  cardinality: undefined,
  children,
});

export const container = (
  name: string,
  children: readonly CObject[],
  existence?: Multiplicity,
  cardinality?: Multiplicity,
): CAttribute => ({
  name,
  multiple: true,
  existence,
  cardinality: cardinality === undefined ? undefined : { ...cardinality, ordered: false, unique: false },
  children,
});

export const primitive = (item: PrimitiveConstraint): CPrimitive => ({
  kind: 'primitive',
  rmType: 'X',
  nodeId: '',
  occurrences: ONE,
  item,
});

export const oneOf = (...list: string[]): CPrimitive => primitive({ kind: 'string', list, listOpen: false });

/** A `name` that must be one of these texts. */
export const named = (...texts: string[]): CAttribute =>
  single('name', [complex('DV_TEXT', '', [single('value', [oneOf(...texts)])])]);

export const codes = (terminologyId: string | undefined, ...list: string[]): CObject => ({
  kind: 'code-phrase',
  rmType: 'CODE_PHRASE',
  nodeId: '',
  occurrences: ONE,
  terminologyId,
  codes: list,
});

export const template = (definition: CComplexObject): OperationalTemplate => ({
  templateId: 'test',
  concept: 'test',
  uid: undefined,
  language: 'en',
  languages: ['en'],
  otherDetails: new Map(),
  definition,
  annotations: [],
  view: [],
  defaults: [],
  warnings: [],
});

export const ROOT_ID = 'openEHR-EHR-CLUSTER.root.v1';

/** A template whose root is a CLUSTER with these constraints. */
export const clusterTemplate = (attributes: readonly CAttribute[], terms: Terms = {}): CompiledTemplate =>
  compileTemplate(template(archetyped('CLUSTER', ROOT_ID, attributes, ONE, terms)));

/** A CLUSTER of that template, with these items. */
export const cluster = (...items: JsonObject[]): JsonObject => ({
  _type: 'CLUSTER',
  name: text('root'),
  archetype_node_id: ROOT_ID,
  items,
});

const ELEMENT_ID = 'openEHR-EHR-ELEMENT.value.v1';

/** A template whose root is an ELEMENT with these alternatives of its value. */
export const valueTemplate = (...alternatives: CObject[]): CompiledTemplate =>
  compileTemplate(template(archetyped('ELEMENT', ELEMENT_ID, [single('value', alternatives)], ONE)));

/** What `constraints` on ELEMENT.value find on a value: codes and paths below the element. */
export const findingsOnValue = (value: JsonObject, ...alternatives: CObject[]): string[] =>
  findings(valueTemplate(...alternatives), {
    _type: 'ELEMENT',
    name: text('value'),
    archetype_node_id: ELEMENT_ID,
    value,
  });

/** `path code` of each finding. */
export const findings = (compiled: CompiledTemplate, root: JsonObject, relaxMinimums = false): string[] =>
  compiled.validate(root, { relaxMinimums }).map(({ path, code }) => `${path} ${code}`);

export const text = (value: string): JsonObject => ({ _type: 'DV_TEXT', value });

export const codePhrase = (terminologyId: string, code: string): JsonObject => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminologyId },
  code_string: code,
});

export const codedText = (terminologyId: string, code: string, value = 'text'): JsonObject => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: codePhrase(terminologyId, code),
});

/** An ELEMENT with a node id, a name and a value. */
export const element = (nodeId: string, name = 'a name', value: JsonObject = text('a text')): JsonObject => ({
  _type: 'ELEMENT',
  name: text(name),
  archetype_node_id: nodeId,
  value,
});

/** An archetype root in data. */
export const rootObject = (
  rmType: string,
  archetypeId: string,
  more: Readonly<Record<string, JsonValue>> = {},
): JsonObject => ({
  _type: rmType,
  name: text('a name'),
  archetype_node_id: archetypeId,
  archetype_details: { archetype_id: { value: archetypeId }, rm_version: '1.1.0' },
  ...more,
});
