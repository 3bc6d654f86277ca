import { describe, expect, it } from 'vitest';
import { CdrError } from '../../../src/errors.ts';
import { readTemplate } from '../../../src/template/index.ts';
import type { CObject } from '../../../src/template/index.ts';
import { complex, element, evaluation, interval, many, object, one, primitive } from '../support/opt.ts';

/** Descends into the first child of each attribute. */
function first(node: CObject | undefined, ...attributes: string[]): CObject | undefined {
  return attributes.reduce<CObject | undefined>(
    (at, name) =>
      at?.kind === 'complex' ? at.attributes.find((attribute) => attribute.name === name)?.children[0] : undefined,
    node,
  );
}

const itemsOf = (xml: string): CObject | undefined => first(readTemplate(xml).definition, 'content', 'data');
const elementOf = (value: string): CObject | undefined =>
  first(itemsOf(evaluation(element('at0002', [value]), {})), 'items', 'value');
const itemOf = (type: string, body: string): unknown => {
  const child = first(
    itemsOf(evaluation(element('at0002', [complex('DV_TEXT', one('value', primitive(type, body)))]), {})),
    'items',
    'value',
    'value',
  );
  return child?.kind === 'primitive' ? child.item : child;
};
const refusalOf = (run: () => unknown): CdrError | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof CdrError) return error;
    throw error;
  }
};

const codePhrase = (terminology: string, code: string) =>
  `<terminology_id><value>${terminology}</value></terminology_id><code_string>${code}</code_string>`;
const bounds = (name: string, text: string) => interval(name, text);
const base = { occurrences: { min: 1, max: 1 }, nodeId: '' };

describe('C_PRIMITIVE, by the type of its item', () => {
  it.each([
    ['C_STRING', '<list>a </list><list>\n  b\n</list>', { kind: 'string', list: ['a ', 'b'], listOpen: false }],
    ['C_STRING', '<list_open>true</list_open>', { kind: 'string', list: [], listOpen: true }],
    [
      'C_STRING',
      '<pattern>\n [a-z]+ \n</pattern><assumed_value>x</assumed_value>',
      { kind: 'string', list: [], listOpen: false, pattern: '[a-z]+', assumed: 'x' },
    ],
    [
      'C_BOOLEAN',
      '<true_valid>true</true_valid><false_valid>false</false_valid>',
      { kind: 'boolean', trueValid: true, falseValid: false },
    ],
    [
      'C_BOOLEAN',
      '<true_valid>1</true_valid><assumed_value>0</assumed_value>',
      { kind: 'boolean', trueValid: true, falseValid: true, assumed: false },
    ],
    [
      'C_INTEGER',
      '<list>1</list><list>2</list><assumed_value>2</assumed_value>',
      { kind: 'integer', list: [1, 2], assumed: 2 },
    ],
    [
      'C_REAL',
      bounds('range', '0.5..9.5'),
      { kind: 'real', list: [], range: { lower: 0.5, upper: 9.5, lowerIncluded: true, upperIncluded: true } },
    ],
    ['C_DATE', '<pattern>yyyy-??-XX</pattern>', { kind: 'date', pattern: 'yyyy-??-XX' }],
    [
      'C_TIME',
      '<pattern>HH:MM:??</pattern><timezone_validity>1003</timezone_validity>',
      { kind: 'time', pattern: 'HH:MM:??', timezone: 'prohibited' },
    ],
    [
      'C_DATE_TIME',
      `<timezone_validity>1001</timezone_validity>${bounds('range', '2020-01-01T00:00:00..*')}`,
      {
        kind: 'date-time',
        timezone: 'mandatory',
        range: { lower: '2020-01-01T00:00:00', lowerIncluded: true, upperIncluded: false },
      },
    ],
    [
      'C_DURATION',
      `<pattern>PYM</pattern>${bounds('range', 'P0D..PT24H')}<assumed_value>P1M</assumed_value>`,
      {
        kind: 'duration',
        pattern: 'PYM',
        range: { lower: 'P0D', upper: 'PT24H', lowerIncluded: true, upperIncluded: true },
        assumed: 'P1M',
      },
    ],
  ])('%s %s', (type, body, expected) => {
    expect(itemOf(type, body)).toEqual(expected);
  });

  it('reads a boolean that may be neither as unconstrained, with a warning', () => {
    const body = '<true_valid>false</true_valid><false_valid>false</false_valid>';
    expect(itemOf('C_BOOLEAN', body)).toEqual({ kind: 'boolean', trueValid: true, falseValid: true });
    const xml = evaluation(element('at0002', [complex('DV_BOOLEAN', one('value', primitive('C_BOOLEAN', body)))]), {});
    expect(readTemplate(xml).warnings).toHaveLength(1);
  });

  it('constrains nothing without an item', () => {
    expect(itemOf('C_STRING', 'x')).toBeDefined();
    const xml = evaluation(
      element('at0002', [complex('DV_TEXT', one('value', object('C_PRIMITIVE_OBJECT', 'STRING')))]),
      {},
    );
    expect(first(itemsOf(xml), 'items', 'value', 'value')).toBeUndefined();
  });
});

describe('domain constraints', () => {
  it.each([
    [
      'C_CODE_PHRASE',
      `<assumed_value>${codePhrase('local', 'at0005')}</assumed_value><terminology_id><value> local </value></terminology_id><code_list>at0004</code_list><code_list>\n at0005</code_list><code_list/>`,
      {
        kind: 'code-phrase',
        terminologyId: 'local',
        codes: ['at0004', 'at0005'],
        assumed: { terminologyId: 'local', code: 'at0005' },
      },
    ],
    [
      'C_CODE_REFERENCE',
      '<referenceSetUri>terminology:SNOMED-CT?subset=x&amp;language=en</referenceSetUri>',
      {
        kind: 'code-phrase',
        terminologyId: undefined,
        codes: [],
        referenceSetUri: 'terminology:SNOMED-CT?subset=x&language=en',
      },
    ],
    [
      'C_DV_QUANTITY',
      `<assumed_value><magnitude>0.5</magnitude><units>kg</units><precision>1</precision></assumed_value><property>${codePhrase('openehr', '124')}</property><list>${bounds('magnitude', '0.0..*')}${bounds('precision', '1..1')}<units>kg</units></list><list><magnitude/><units>g</units></list>`,
      {
        kind: 'quantity',
        property: { terminologyId: 'openehr', code: '124' },
        list: [
          {
            units: 'kg',
            magnitude: { lower: 0, lowerIncluded: true, upperIncluded: false },
            precision: { lower: 1, upper: 1, lowerIncluded: true, upperIncluded: true },
          },
          { units: 'g' },
        ],
        assumed: { magnitude: 0.5, units: 'kg', precision: 1 },
      },
    ],
    [
      'C_DV_ORDINAL',
      `<list><value>1</value><symbol><value>x</value><defining_code>${codePhrase('local', 'at0004')}</defining_code></symbol></list>`,
      { kind: 'ordinal', list: [{ value: 1, symbol: { terminologyId: 'local', code: 'at0004' } }] },
    ],
    [
      'C_DV_SCALE',
      `<list><value>0.5</value><symbol><defining_code><code_string>at0004</code_string></defining_code></symbol></list>`,
      { kind: 'scale', list: [{ value: 0.5, symbol: { terminologyId: 'local', code: 'at0004' } }] },
    ],
    [
      'C_DV_STATE',
      '<value><states xsi:type="NON_TERMINAL_STATE"><name>planned</name><transitions><event>go</event><next_state xsi:type="TERMINAL_STATE"><name>no</name></next_state></transitions></states><states xsi:type="TERMINAL_STATE"><name>done</name></states></value>',
      { kind: 'state', states: ['planned', 'done'] },
    ],
    ['CONSTRAINT_REF', '<reference>ac0001</reference>', { kind: 'constraint-ref', reference: 'ac0001' }],
    [
      'ARCHETYPE_INTERNAL_REF',
      '<target_path> /data[at0001]/items[at0003] </target_path>',
      { kind: 'internal-ref', targetPath: '/data[at0001]/items[at0003]' },
    ],
  ])('%s', (kind, body, expected) => {
    expect(elementOf(object(kind, 'DV_TEXT', body))).toEqual({ rmType: 'DV_TEXT', ...base, ...expected });
  });

  it('has no assumed value where the element says none', () => {
    const body = `<assumed_value/><list><units>kg</units></list>`;
    expect(elementOf(object('C_DV_QUANTITY', 'DV_QUANTITY', body))).not.toHaveProperty('assumed.units');
  });
});

describe('attributes and intervals', () => {
  const occurrencesOf = (xml: string) => {
    const items = itemsOf(evaluation(element('at0002', []).replace(/<occurrences>.*?<\/occurrences>/s, xml), {}));
    return first(items, 'items')?.occurrences;
  };
  it.each([
    ['plain', '<lower>0</lower><upper>1</upper>', { min: 0, max: 1 }],
    [
      'unbounded by flag, bound ignored',
      '<upper_unbounded>true</upper_unbounded><lower>2</lower><upper>5</upper>',
      { min: 2 },
    ],
    ['unbounded for want of a bound', '<lower>1</lower>', { min: 1 }],
    [
      'inclusion on an unbounded side ignored',
      '<upper_included>false</upper_included><upper_unbounded>true</upper_unbounded><lower>0</lower>',
      { min: 0 },
    ],
    [
      'exclusive bounds',
      '<lower_included>false</lower_included><upper_included>false</upper_included><lower>0</lower><upper>3</upper>',
      { min: 1, max: 2 },
    ],
    ['nothing said', '', { min: 0 }],
  ])('occurrences: %s', (_, body, expected) => {
    expect(occurrencesOf(`<occurrences>${body}</occurrences>`)).toEqual(expected);
  });

  it.each([
    ['<lower>x</lower>', 'invalid_number'],
    ['<lower>0.5</lower>', 'invalid_interval'],
    ['<lower>-1</lower>', 'invalid_interval'],
    ['<lower>2</lower><upper>1</upper>', 'invalid_interval'],
  ])('occurrences %s refuse the template', (body, code) => {
    const error = refusalOf(() => occurrencesOf(`<occurrences>${body}</occurrences>`));
    expect(error?.fields.issues?.map((issue) => [issue.path, issue.code])).toEqual([
      ['/content[openEHR-EHR-EVALUATION.test.v1]/data[at0001]/items', code],
    ]);
  });

  it('reads existence and cardinality, and normalises null_flavor', () => {
    const xml = evaluation(
      complex(
        'CLUSTER',
        many('items', '2..3', element('at0003', [], '0..1', one('null_flavor', complex('DV_CODED_TEXT')))),
        { nodeId: 'at0002' },
      ),
      {},
    );
    const cluster = first(itemsOf(xml), 'items');
    expect(cluster?.kind === 'complex' ? cluster.attributes : []).toMatchObject([
      {
        name: 'items',
        multiple: true,
        existence: { min: 0, max: 1 },
        cardinality: { min: 2, max: 3, ordered: true, unique: false },
      },
    ]);
    expect(first(cluster, 'items', 'null_flavour')).toMatchObject({ rmType: 'DV_CODED_TEXT' });
  });

  it('keeps generics and drops white space in type names', () => {
    expect(elementOf(complex('\n DV_INTERVAL&lt; DV_QUANTITY&gt;\n'))).toMatchObject({
      rmType: 'DV_INTERVAL<DV_QUANTITY>',
    });
  });
});

describe('ARCHETYPE_SLOT', () => {
  const assertion = (name: string, pattern: string, operator = '2007') =>
    `<${name}><string_expression>archetype_id/value matches {/never/}</string_expression><expression xsi:type="EXPR_BINARY_OPERATOR"><type>Boolean</type><operator>${operator}</operator><left_operand xsi:type="EXPR_LEAF"><type>String</type><item xsi:type="xsd:string">archetype_id/value</item></left_operand><right_operand xsi:type="EXPR_LEAF"><item xsi:type="C_STRING">${pattern}</item></right_operand></expression></${name}>`;
  it.each([
    [
      'a pattern',
      assertion('includes', String.raw`<pattern>openEHR-EHR-CLUSTER\.a\.v1</pattern>`),
      [String.raw`openEHR-EHR-CLUSTER\.a\.v1`],
      [],
    ],
    ['a wrapped pattern', assertion('includes', '<pattern>a|\n     b\n  </pattern>'), ['a|b'], []],
    ['a list of ids', assertion('includes', '<list>a</list><list>b</list>'), ['a|b'], []],
    [
      'a C_STRING inside a C_PRIMITIVE_OBJECT',
      assertion('includes', '<item xsi:type="C_STRING"><pattern>.*</pattern></item>'),
      ['.*'],
      [],
    ],
    [
      'both sides',
      assertion('includes', '<pattern>a</pattern>') + assertion('excludes', '<pattern>.*</pattern>'),
      ['a'],
      ['.*'],
    ],
    ['a blank', '<includes><expression xsi:type="EXPR_BINARY_OPERATOR"/></includes>', [], []],
    [
      'the expression as text only',
      '<includes><string_expression>archetype_id/value matches\n {/a.*/}</string_expression></includes>',
      ['a.*'],
      [],
    ],
    ['nothing', '', [], []],
  ])('%s', (_, body, includes, excludes) => {
    const xml = evaluation(object('ARCHETYPE_SLOT', 'CLUSTER', body, { nodeId: 'at0009', occurrences: '0..*' }), {});
    expect(first(itemsOf(xml), 'items')).toEqual({
      kind: 'slot',
      rmType: 'CLUSTER',
      occurrences: { min: 0 },
      nodeId: 'at0009',
      includes,
      excludes,
    });
  });
});

describe('what nobody could honour, and what is merely odd', () => {
  it.each([
    ['an unknown kind of constraint', object('C_FROG', 'DV_TEXT'), 'unknown_constraint'],
    [
      'no kind',
      object('C_COMPLEX_OBJECT', 'DV_TEXT').replace(' xsi:type="C_COMPLEX_OBJECT"', ''),
      'unknown_constraint',
    ],
    ['an unknown primitive', complex('DV_TEXT', one('value', primitive('C_FROG', ''))), 'unknown_constraint'],
    ['no type', object('C_COMPLEX_OBJECT', ' '), 'missing_element'],
    ['two types', complex('DV_TEXT', '<rm_type_name>DV_COUNT</rm_type_name>'), 'duplicate_element'],
    ['an attribute without a name', complex('DV_TEXT', one(' ')), 'missing_element'],
    ['an archetype root without an id', object('C_ARCHETYPE_ROOT', 'CLUSTER'), 'missing_element'],
  ])('%s refuses the template', (_, value, code) => {
    expect(refusalOf(() => elementOf(value))?.fields.issues?.map((issue) => issue.code)).toEqual([code]);
  });

  it.each([
    [
      'an element that tools add',
      complex('DV_TEXT', '<frog/>'),
      'element frog is not part of a C_COMPLEX_OBJECT and is ignored',
    ],
    ['a type that the RM does not know', complex('DV_FROG'), 'DV_FROG is no class of the reference model'],
    [
      'a range without values',
      complex('DV_COUNT', one('magnitude', primitive('C_INTEGER', bounds('range', '5..1')))),
      'no value can lie in the interval 5..1',
    ],
  ])('%s is a warning that says where', (_, value, message) => {
    const { warnings } = readTemplate(evaluation(element('at0002', [value]), {}));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(message);
    expect(warnings[0]).toMatch(
      /^\/content\[openEHR-EHR-EVALUATION\.test\.v1\]\/data\[at0001\]\/items\[at0002\]\/value.* \(line 2\): /,
    );
  });
});
