import { describe, expect, it } from 'vitest';
import { buildWebTemplate, readTemplate } from '../../../src/template/index.ts';
import type { WebTemplateNode } from '../../../src/template/index.ts';
import { codes, complex, element, evaluation, interval, object, one, primitive } from '../support/opt.ts';

const terms = {
  at0002: 'Field',
  at0004: { text: 'Yes', description: 'It is so' },
  at0005: 'No',
  'LOINC::1-8': 'External',
  '2-6': 'Bare',
};

function fieldOf(...values: string[]): WebTemplateNode {
  const { tree } = buildWebTemplate(readTemplate(evaluation(element('at0002', values), terms)));
  const field = tree.children?.find(({ id }) => id === 'finding')?.children?.find(({ id }) => id === 'field');
  if (field === undefined) throw new Error('no field');
  return field;
}

const value = (rmType: string, type: string, body: string, attribute = 'value') =>
  complex(rmType, one(attribute, primitive(type, body)));
const code = (terminology: string, text: string) =>
  `<terminology_id><value>${terminology}</value></terminology_id><code_string>${text}</code_string>`;
const symbol = (text: string) => `<symbol><defining_code>${code('local', text)}</defining_code></symbol>`;
const positive = { validation: { range: { minOp: '>=', min: 0 } } };
const unit = (name: string, more = '') => `<list>${more}<units>${name}</units></list>`;

const yes = {
  value: 'at0004',
  label: 'Yes',
  localizedLabels: { en: 'Yes' },
  localizedDescriptions: { en: 'It is so' },
};
const no = { value: 'at0005', label: 'No', localizedLabels: { en: 'No' } };

describe('inputs by RM type (templates.md §2.5)', () => {
  it.each<[string, string, unknown]>([
    ['DV_TEXT', complex('DV_TEXT'), [{ type: 'TEXT' }]],
    [
      'DV_TEXT with a list',
      value('DV_TEXT', 'C_STRING', '<list>a</list><list_open>true</list_open>'),
      [{ type: 'TEXT', list: [{ value: 'a', label: 'a' }], listOpen: true }],
    ],
    [
      'DV_TEXT with a pattern',
      value('DV_TEXT', 'C_STRING', '<pattern>[a-z]*</pattern>'),
      [{ type: 'TEXT', validation: { pattern: '[a-z]*' } }],
    ],
    [
      'DV_CODED_TEXT',
      complex('DV_CODED_TEXT'),
      [
        { suffix: 'code', type: 'TEXT' },
        { suffix: 'value', type: 'TEXT' },
      ],
    ],
    [
      'DV_CODED_TEXT, local codes',
      complex('DV_CODED_TEXT', one('defining_code', codes('local', 'at0004', 'at0005'))),
      [{ suffix: 'code', type: 'CODED_TEXT', list: [yes, no] }],
    ],
    [
      'DV_CODED_TEXT, external codes under either key',
      complex('DV_CODED_TEXT', one('defining_code', codes('LOINC', '1-8', '2-6', '3-4'))),
      [
        {
          suffix: 'code',
          type: 'CODED_TEXT',
          list: [
            { value: '1-8', label: 'External', localizedLabels: { en: 'External' } },
            { value: '2-6', label: 'Bare', localizedLabels: { en: 'Bare' } },
            { value: '3-4', label: '3-4' },
          ],
          terminology: 'LOINC',
        },
      ],
    ],
    [
      'DV_CODED_TEXT, a terminology without codes',
      complex('DV_CODED_TEXT', one('defining_code', codes('SNOMED-CT'))),
      [
        { suffix: 'code', type: 'TEXT', terminology: 'SNOMED-CT' },
        { suffix: 'value', type: 'TEXT', terminology: 'SNOMED-CT' },
      ],
    ],
    [
      'DV_CODED_TEXT, a reference set',
      complex(
        'DV_CODED_TEXT',
        one(
          'defining_code',
          object(
            'C_CODE_REFERENCE',
            'CODE_PHRASE',
            '<referenceSetUri>terminology:SNOMED-CT?subset=x</referenceSetUri>',
          ),
        ),
      ),
      [
        { suffix: 'code', type: 'TEXT', terminology: 'SNOMED-CT?subset=x' },
        { suffix: 'value', type: 'TEXT', terminology: 'SNOMED-CT?subset=x' },
      ],
    ],
    [
      'DV_CODED_TEXT, a second terminology',
      complex('DV_CODED_TEXT', one('defining_code', codes('local', 'at0005'), codes('LOINC', '1-8'))),
      [{ suffix: 'code', type: 'CODED_TEXT', list: [no], otherTerminologies: ['LOINC'] }],
    ],
    [
      'DV_CODED_TEXT, an external value set',
      complex(
        'DV_CODED_TEXT',
        one('defining_code', object('CONSTRAINT_REF', 'CODE_PHRASE', '<reference>ac0001</reference>')),
      ),
      [
        { suffix: 'code', type: 'TEXT' },
        { suffix: 'value', type: 'TEXT' },
      ],
    ],
    [
      'DV_ORDINAL',
      object(
        'C_DV_ORDINAL',
        'DV_ORDINAL',
        `<assumed_value><value>0</value>${symbol('at0005')}</assumed_value><list><value>0</value>${symbol('at0005')}</list>`,
      ),
      [{ type: 'CODED_TEXT', list: [{ ...no, ordinal: 0 }], defaultValue: 'at0005' }],
    ],
    [
      'DV_SCALE',
      object('C_DV_SCALE', 'DV_SCALE', `<list><value>0.5</value>${symbol('at0005')}</list>`),
      [{ type: 'CODED_TEXT', list: [{ ...no, scale: 0.5 }] }],
    ],
    [
      'DV_QUANTITY, one unit: its limits are those of the magnitude',
      object(
        'C_DV_QUANTITY',
        'DV_QUANTITY',
        unit('kg', interval('magnitude', '0.0..*') + interval('precision', '1..1')),
      ),
      [
        {
          suffix: 'magnitude',
          type: 'DECIMAL',
          validation: { range: { minOp: '>=', min: 0 }, precision: { minOp: '>=', min: 1, maxOp: '<=', max: 1 } },
        },
        {
          suffix: 'unit',
          type: 'CODED_TEXT',
          list: [
            {
              value: 'kg',
              label: 'kg',
              validation: { range: { minOp: '>=', min: 0 }, precision: { minOp: '>=', min: 1, maxOp: '<=', max: 1 } },
            },
          ],
        },
      ],
    ],
    [
      'DV_QUANTITY, several units',
      object(
        'C_DV_QUANTITY',
        'DV_QUANTITY',
        unit('kg', interval('magnitude', '0..5').replace('<upper_included>true', '<upper_included>false')) + unit('g'),
      ),
      [
        { suffix: 'magnitude', type: 'DECIMAL' },
        {
          suffix: 'unit',
          type: 'CODED_TEXT',
          list: [
            { value: 'kg', label: 'kg', validation: { range: { minOp: '>=', min: 0, maxOp: '<', max: 5 } } },
            { value: 'g', label: 'g' },
          ],
        },
      ],
    ],
    [
      'DV_QUANTITY, any unit of a property',
      object('C_DV_QUANTITY', 'DV_QUANTITY'),
      [
        { suffix: 'magnitude', type: 'DECIMAL' },
        { suffix: 'unit', type: 'CODED_TEXT' },
      ],
    ],
    [
      'DV_QUANTITY, not constrained',
      complex('DV_QUANTITY'),
      [
        { suffix: 'magnitude', type: 'DECIMAL' },
        { suffix: 'unit', type: 'TEXT' },
      ],
    ],
    [
      'DV_COUNT: bounds of whole numbers become inclusive',
      value(
        'DV_COUNT',
        'C_INTEGER',
        interval('range', '0..10').replaceAll('_included>true', '_included>false'),
        'magnitude',
      ),
      [{ type: 'INTEGER', validation: { range: { minOp: '>=', min: 1, maxOp: '<=', max: 9 } } }],
    ],
    [
      'DV_PROPORTION of one type',
      complex(
        'DV_PROPORTION',
        one('type', primitive('C_INTEGER', '<list>2</list>')) +
          one('numerator', primitive('C_REAL', interval('range', '0..100'))),
      ),
      [
        { suffix: 'numerator', type: 'DECIMAL', validation: { range: { minOp: '>=', min: 0, maxOp: '<=', max: 100 } } },
        {
          suffix: 'denominator',
          type: 'DECIMAL',
          validation: { range: { minOp: '>=', min: 100, maxOp: '<=', max: 100 } },
        },
      ],
    ],
    [
      'DV_DURATION by pattern, bounded part by part',
      value('DV_DURATION', 'C_DURATION', `<pattern>PDTH</pattern>${interval('range', 'P0D..PT24H')}`),
      [
        { suffix: 'day', type: 'INTEGER', ...positive },
        { suffix: 'hour', type: 'INTEGER', validation: { range: { minOp: '>=', min: 0, maxOp: '<=', max: 24 } } },
      ],
    ],
    [
      'DV_DURATION with M before and after T',
      value('DV_DURATION', 'C_DURATION', '<pattern>PMTM</pattern><assumed_value>P2MT</assumed_value>'),
      [
        { suffix: 'month', type: 'INTEGER', ...positive, defaultValue: 2 },
        { suffix: 'minute', type: 'INTEGER', ...positive },
      ],
    ],
    [
      'DV_DATE',
      value('DV_DATE', 'C_DATE', '<pattern>yyyy-mm-??</pattern>'),
      [{ type: 'DATE', validation: { pattern: 'yyyy-mm-??' } }],
    ],
    ['DV_TIME', complex('DV_TIME'), [{ type: 'TIME' }]],
    ['DV_DATE_TIME', complex('DV_DATE_TIME'), [{ type: 'DATETIME' }]],
    [
      'DV_BOOLEAN',
      value('DV_BOOLEAN', 'C_BOOLEAN', '<true_valid>true</true_valid><false_valid>true</false_valid>'),
      [{ type: 'BOOLEAN' }],
    ],
    [
      'DV_BOOLEAN, one value',
      value('DV_BOOLEAN', 'C_BOOLEAN', '<true_valid>false</true_valid><false_valid>true</false_valid>'),
      [{ type: 'BOOLEAN', list: [{ value: 'false', label: 'false' }] }],
    ],
    [
      'DV_IDENTIFIER',
      value('DV_IDENTIFIER', 'C_STRING', '<list>NHS</list>', 'issuer'),
      [
        { suffix: 'id', type: 'TEXT' },
        { suffix: 'type', type: 'TEXT' },
        { suffix: 'issuer', type: 'TEXT', list: [{ value: 'NHS', label: 'NHS' }], listOpen: false },
        { suffix: 'assigner', type: 'TEXT' },
      ],
    ],
    [
      'DV_MULTIMEDIA',
      complex('DV_MULTIMEDIA', one('media_type', codes('IANA_media-types', 'image/png'))),
      [{ type: 'TEXT' }],
    ],
    [
      'DV_PARSABLE',
      complex('DV_PARSABLE'),
      [
        { suffix: 'value', type: 'TEXT' },
        { suffix: 'formalism', type: 'TEXT' },
      ],
    ],
    ['DV_EHR_URI', complex('DV_EHR_URI'), [{ type: 'TEXT' }]],
    [
      'DV_STATE',
      object('C_DV_STATE', 'DV_STATE', '<value/>'),
      [
        { suffix: 'code', type: 'TEXT' },
        { suffix: 'value', type: 'TEXT' },
      ],
    ],
  ])('%s', (_, constraint, inputs) => {
    expect(fieldOf(constraint).inputs).toEqual(inputs);
  });

  it('an open duration has seven parts, and `PT24H` is no pattern', () => {
    const suffixes = ['year', 'month', 'day', 'week', 'hour', 'minute', 'second'];
    expect(fieldOf(complex('DV_DURATION')).inputs?.map(({ suffix }) => suffix)).toEqual(suffixes);
    const odd = value('DV_DURATION', 'C_DURATION', '<pattern>PT24H</pattern>');
    expect(fieldOf(odd).inputs).toEqual(suffixes.map((suffix) => ({ suffix, type: 'INTEGER', ...positive })));
  });

  it('a proportion names its types', () => {
    expect(fieldOf(complex('DV_PROPORTION')).proportionTypes).toEqual([
      'ratio',
      'unitary',
      'percent',
      'fraction',
      'integer_fraction',
    ]);
    expect(
      fieldOf(value('DV_PROPORTION', 'C_INTEGER', '<list>3</list><list>4</list>', 'type')).proportionTypes,
    ).toEqual(['fraction', 'integer_fraction']);
  });

  it('an interval has no inputs but its limits as children', () => {
    const open = fieldOf(complex('DV_INTERVAL&lt;DV_COUNT&gt;'));
    expect(open).toMatchObject({
      rmType: 'DV_INTERVAL<DV_COUNT>',
      children: [{ id: 'upper', rmType: 'DV_COUNT', min: 0 }, { id: 'lower' }],
    });
    expect(open).not.toHaveProperty('inputs');
    const constrained = fieldOf(
      complex(
        'DV_INTERVAL&lt;DV_COUNT&gt;',
        one('lower', value('DV_COUNT', 'C_INTEGER', interval('range', '1..*'), 'magnitude')),
      ),
    );
    expect(constrained.children).toMatchObject([
      { id: 'lower', min: 1, inputs: [{ validation: { range: { min: 1 } } }] },
      { id: 'upper', min: 0 },
    ]);
  });
});
