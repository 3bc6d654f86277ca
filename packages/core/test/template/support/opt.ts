// Writes OPT 1.4 XML for tests: as little of it as a test is about.

const id = (name: string, value: string): string => `<${name}><value>${value}</value></${name}>`;
const code = (terminology: string, value: string): string =>
  `${id('terminology_id', terminology)}<code_string>${value}</code_string>`;

/** `0..1`, `1..*` */
export function interval(element: string, text: string): string {
  const [lower = '', upper = ''] = text.split('..');
  const open = upper === '*';
  const bounds = `<lower>${lower}</lower>${open ? '' : `<upper>${upper}</upper>`}`;
  return `<${element}><lower_included>true</lower_included><upper_included>${!open}</upper_included><lower_unbounded>false</lower_unbounded><upper_unbounded>${open}</upper_unbounded>${bounds}</${element}>`;
}

export interface ObjectOptions {
  readonly occurrences?: string;
  readonly nodeId?: string;
}

/** A C_OBJECT of any kind; `body` is what the kind adds. */
export function object(
  kind: string,
  rmType: string,
  body = '',
  { occurrences = '1..1', nodeId = '' }: ObjectOptions = {},
): string {
  return `<children xsi:type="${kind}"><rm_type_name>${rmType}</rm_type_name>${interval('occurrences', occurrences)}<node_id>${nodeId}</node_id>${body}</children>`;
}

export const complex = (rmType: string, body = '', options?: ObjectOptions): string =>
  object('C_COMPLEX_OBJECT', rmType, body, options);

export const one = (name: string, ...children: string[]): string =>
  `<attributes xsi:type="C_SINGLE_ATTRIBUTE"><rm_attribute_name>${name}</rm_attribute_name>${interval('existence', '1..1')}${children.join('')}</attributes>`;

export const many = (name: string, cardinality: string, ...children: string[]): string =>
  `<attributes xsi:type="C_MULTIPLE_ATTRIBUTE"><rm_attribute_name>${name}</rm_attribute_name>${interval('existence', '0..1')}${children.join('')}<cardinality><is_ordered>true</is_ordered><is_unique>false</is_unique>${interval('interval', cardinality)}</cardinality></attributes>`;

export const primitive = (type: string, body: string): string =>
  object('C_PRIMITIVE_OBJECT', type, `<item xsi:type="${type}">${body}</item>`);

export const codes = (terminology: string, ...list: string[]): string =>
  object(
    'C_CODE_PHRASE',
    'CODE_PHRASE',
    `${id('terminology_id', terminology)}${list.map((value) => `<code_list>${value}</code_list>`).join('')}`,
  );

/** A `name` attribute that fixes the name. */
export const named = (...names: string[]): string =>
  one(
    'name',
    complex('DV_TEXT', one('value', primitive('C_STRING', names.map((name) => `<list>${name}</list>`).join('')))),
  );

type Terms = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const termItems = (term: Terms[string]): string =>
  Object.entries(typeof term === 'string' ? { text: term } : term)
    .map(([key, text]) => `<items id="${key}">${text}</items>`)
    .join('');

export const termDefinitions = (terms: Terms): string =>
  Object.entries(terms)
    .map(([key, term]) => `<term_definitions code="${key}">${termItems(term)}</term_definitions>`)
    .join('');

/** `ontology` or `component_ontologies` in one language. */
export const ontology = (element: string, archetypeId: string, language: string, terms: Terms): string =>
  `<${element} archetype_id="${archetypeId}"><term_definitions language="${language}">${Object.entries(terms)
    .map(([key, term]) => `<items code="${key}">${termItems(term)}</items>`)
    .join('')}</term_definitions></${element}>`;

/** What a C_ARCHETYPE_ROOT has beside a C_COMPLEX_OBJECT. */
export const rootBody = (archetypeId: string, attributes: string, terms: Terms): string =>
  `${attributes}${id('archetype_id', archetypeId)}${termDefinitions(terms)}`;

export const archetype = (
  rmType: string,
  archetypeId: string,
  attributes: string,
  terms: Terms,
  options?: ObjectOptions,
): string =>
  object('C_ARCHETYPE_ROOT', rmType, rootBody(archetypeId, attributes, terms), { nodeId: 'at0000', ...options });

export interface OptOptions {
  readonly templateId?: string;
  readonly concept?: string;
  readonly language?: string;
  readonly rmType?: string;
  readonly terms?: Terms;
  readonly archetypeId?: string;
  /** Languages of `description/details`, and `other_details`. */
  readonly languages?: readonly string[];
  readonly otherDetails?: Readonly<Record<string, string>>;
  /** Elements after the definition. */
  readonly after?: string;
}

/** A whole template; `attributes` are those of its definition, by default a COMPOSITION. */
export function opt(attributes: string, options: OptOptions = {}): string {
  const { templateId = 'test.v1', concept = 'Test', language = 'en', rmType = 'COMPOSITION', after = '' } = options;
  const {
    terms = { at0000: 'Test' },
    archetypeId = `openEHR-EHR-${rmType}.test.v1`,
    languages = [],
    otherDetails = {},
  } = options;
  const details = languages
    .map((tongue) => `<details><language>${code('ISO_639-1', tongue)}</language><purpose/></details>`)
    .join('');
  const others = Object.entries(otherDetails)
    .map(([key, text]) => `<other_details id="${key}">${text}</other_details>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<template xmlns="http://schemas.openehr.org/v1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><language>${code('ISO_639-1', language)}</language><description><lifecycle_state>test</lifecycle_state>${others}${details}</description>${id('uid', 'c8b2ef96-5ee0-4b31-a6d0-2f5ee8ecf3a1')}${id('template_id', templateId)}<concept>${concept}</concept><definition><rm_type_name>${rmType}</rm_type_name>${interval('occurrences', '1..1')}<node_id>at0000</node_id>${rootBody(archetypeId, attributes, terms)}</definition>${after}</template>`;
}

/** A COMPOSITION with one EVALUATION with an ITEM_TREE of these items, whose terms are `terms`. */
export const evaluation = (items: string, terms: Terms, options?: OptOptions): string =>
  opt(
    many(
      'content',
      '0..*',
      archetype(
        'EVALUATION',
        'openEHR-EHR-EVALUATION.test.v1',
        one('data', complex('ITEM_TREE', many('items', '0..*', items), { nodeId: 'at0001' })),
        { at0000: 'Finding', ...terms },
        { occurrences: '0..1' },
      ),
    ),
    options,
  );

/** An ELEMENT with these alternatives for its value. */
export const element = (nodeId: string, values: readonly string[], occurrences = '0..1', more = ''): string =>
  complex('ELEMENT', `${values.length === 0 ? '' : one('value', ...values)}${more}`, { nodeId, occurrences });
