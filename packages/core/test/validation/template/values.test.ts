import { describe, expect, it } from 'vitest';
import { LexicalNumber } from '../../../src/json/index.ts';
import type { JsonNumber, JsonObject } from '../../../src/json/index.ts';
import type { CDvQuantity, CObject, PrimitiveConstraint } from '../../../src/template/index.ts';
import {
  codedText,
  codePhrase,
  codes,
  complex,
  findingsOnValue,
  ONE,
  primitive,
  single,
  text,
  valueTemplate,
} from './support.ts';

const domain = { nodeId: '', occurrences: ONE } as const;
const included = { lowerIncluded: true, upperIncluded: true };

describe('C_CODE_PHRASE and its kin', () => {
  const coded = (...phrases: CObject[]) => complex('DV_CODED_TEXT', '', [single('defining_code', phrases)]);
  const reference = (referenceSetUri: string): CObject => ({
    ...domain,
    kind: 'code-phrase',
    rmType: 'CODE_PHRASE',
    terminologyId: 'SNOMED-CT',
    codes: ['1'],
    referenceSetUri,
  });
  const fhir = (query: string): CObject => reference(`terminology://fhir.hl7.org/${query}`);
  const system = 'http://example.org/CodeSystem/x';
  const snomed = codes('SNOMED-CT', '1', '2');

  it.each([
    ['a listed code', codes('local', 'at0001', 'at0002'), ['local', 'at0002'], []],
    ['an unlisted code', codes('local', 'at0001'), ['local', 'at0002'], ['code_not_allowed']],
    ['another terminology', codes('local', 'at0001'), ['openehr', 'at0001'], ['terminology_not_allowed']],
    ['no codes: any of the terminology', codes('IANA_media-types'), ['IANA_media-types', 'text/plain'], []],
    ['no codes, another terminology', codes('IANA_media-types'), ['local', 'text/plain'], ['terminology_not_allowed']],
    ['no terminology: the codes alone', codes(undefined, '1'), ['anything', '1'], []],
    ['a version where the template has none', snomed, ['SNOMED-CT(2003)', '1'], []],
    ['no version where the template has one', codes('SNOMED-CT(2003)', '1'), ['SNOMED-CT', '1'], []],
    ['another version', codes('SNOMED-CT(2003)', '1'), ['SNOMED-CT(2019)', '1'], ['terminology_not_allowed']],
    ['a version behind colons', codes('ISO_639-1', 'en'), ['ISO_639-1::1988', 'en'], []],
    [
      'the same terminology under another name',
      codes('SNOMED Clinical Terms', '1'),
      ['http://snomed.info/sct', '1'],
      [],
    ],
    ['languages without case', codes('ISO_639-1', 'en-GB'), ['ISO_639-1', 'EN-gb'], []],
    ['other codes with case', codes('local', 'AT0001'), ['local', 'at0001'], ['code_not_allowed']],
    ['C_CODE_REFERENCE is open', reference('terminology:SNOMED-CT?subset=x'), ['LOINC', '9'], []],
    ['a FHIR value set is open', fhir(`ValueSet/$expand?url=${system}`), ['LOINC', '9'], []],
    ['a FHIR code system', fhir(`CodeSystem?url=${system}`), [system, '9'], []],
    ['another code system', fhir(`CodeSystem?url=${system}`), [`${system}-y`, '9'], ['terminology_not_allowed']],
    [
      'a FHIR code system among other parameters',
      fhir(`CodeSystem/$validate-code?code=9&url=${encodeURIComponent(system)}|1.0&x=y`),
      ['LOINC', '9'],
      ['terminology_not_allowed'],
    ],
    [
      'a FHIR code system, escaped and with a version',
      fhir(`CodeSystem?url=${encodeURIComponent(system)}|1.0`),
      [system, '9'],
      [],
    ],
    ['a FHIR code system, escaped wrongly', fhir('CodeSystem?url=urn:%zz'), ['urn:%zz', '9'], []],
    ['a FHIR code system that is not named', fhir('CodeSystem?version=1'), ['LOINC', '9'], []],
    [
      'CONSTRAINT_REF is open',
      { ...domain, kind: 'constraint-ref', rmType: 'CODE_PHRASE', reference: 'ac0001' } as const,
      ['LOINC', '9'],
      [],
    ],
  ] as const)('%s', (_, constraint, [terminology, code], expected) => {
    expect(findingsOnValue(codedText(terminology, code), coded(constraint))).toEqual(
      expected.map((finding) => `/value/defining_code ${finding}`),
    );
  });

  it('one of several lists is enough', () => {
    const both = coded(codes('local', 'at0001'), codes('SNOMED-CT', '1'));
    expect(findingsOnValue(codedText('SNOMED-CT', '1'), both)).toEqual([]);
    expect(findingsOnValue(codedText('SNOMED-CT', 'at0001'), both)).toEqual(['/value/defining_code no_alternative']);
  });

  it('applies to a CODE_PHRASE wherever it stands', () => {
    const media = complex('DV_MULTIMEDIA', '', [single('media_type', [codes('IANA_media-types', 'image/png')])]);
    const data = { _type: 'DV_MULTIMEDIA', media_type: codePhrase('IANA_media-types', 'image/gif'), size: 1 };
    expect(findingsOnValue(data, media)).toEqual(['/value/media_type code_not_allowed']);
  });
});

describe('C_DV_QUANTITY', () => {
  const quantity = (magnitude: JsonNumber, units: string, precision?: number): JsonObject => ({
    _type: 'DV_QUANTITY',
    magnitude,
    units,
    ...(precision === undefined ? {} : { precision }),
  });
  const constraint = (list: CDvQuantity['list'], property?: string): CDvQuantity => ({
    ...domain,
    kind: 'quantity',
    rmType: 'DV_QUANTITY',
    property: property === undefined ? undefined : { terminologyId: 'openehr', code: property },
    list,
  });
  const weight = constraint([
    {
      units: 'kg',
      magnitude: { lower: 0, upper: 1000, lowerIncluded: true, upperIncluded: false },
      precision: { lower: 0, upper: 2, ...included },
    },
    { units: 'g', magnitude: { lower: 100, lowerIncluded: false, upperIncluded: true } },
    { units: 'mg', precision: { lower: -1, upper: -1, ...included } },
  ]);
  const length = constraint([], '122');

  it.each([
    ['inside', weight, quantity(70.5, 'kg', 1), []],
    ['on an included bound', weight, quantity(0, 'kg'), []],
    ['on an excluded bound', weight, quantity(1000, 'kg'), ['magnitude magnitude_range']],
    ['the interval of its own units', weight, quantity(5000, 'g'), []],
    ['an excluded lower bound', weight, quantity(100, 'g'), ['magnitude magnitude_range']],
    ['units are compared literally', weight, quantity(1, 'KG'), ['units units_not_allowed']],
    ['precision', weight, quantity(1, 'kg', 3), ['precision precision_range']],
    [
      'magnitude and precision',
      weight,
      quantity(-1, 'kg', 3),
      ['magnitude magnitude_range', 'precision precision_range'],
    ],
    ['any precision in data', weight, quantity(1, 'kg', -1), []],
    ['any precision in the template', weight, quantity(1, 'mg', 5), []],
    ['digits are not counted', weight, quantity(1.123456, 'kg', 2), []],
    [
      'no rounding',
      weight,
      quantity(new LexicalNumber('-0.00000000000000000000000001'), 'kg'),
      ['magnitude magnitude_range'],
    ],
    ['a bound that a double would round to', weight, quantity(new LexicalNumber('999.99999999999999999999'), 'kg'), []],
    ['property alone: its units', length, quantity(1, 'cm'), []],
    ['property alone: units of another property', length, quantity(1, 'mg'), ['units units_not_allowed']],
    ['property alone: units that nobody knows', length, quantity(1, 'smoot'), []],
    ['nothing said: any', constraint([]), quantity(1, 'anything'), []],
  ] as const)('%s', (_, list, data, expected) => {
    expect(findingsOnValue(data, list)).toEqual(expected.map((finding) => `/value/${finding}`));
  });
});

describe('C_DV_ORDINAL and C_DV_SCALE', () => {
  const list = [
    { value: 1, symbol: { terminologyId: 'local', code: 'at0005' } },
    { value: 2.5, symbol: { terminologyId: 'local', code: 'at0006' } },
  ];
  const data = (type: string, value: number, code: string, terminology = 'local') => ({
    _type: type,
    value,
    symbol: codedText(terminology, code),
  });

  it.each([
    ['ordinal', 'DV_ORDINAL'],
    ['scale', 'DV_SCALE'],
  ] as const)('%s', (kind, rmType) => {
    const constraint: CObject = { ...domain, kind, rmType, list };
    expect(findingsOnValue(data(rmType, 1, 'at0005'), constraint)).toEqual([]);
    expect(findingsOnValue(data(rmType, 2.5, 'at0006'), constraint)).toEqual([]);
    expect(findingsOnValue(data(rmType, 2.5, 'at0005'), constraint)).toEqual(['/value/value ordinal_value']);
    expect(findingsOnValue(data(rmType, 1, 'at0666'), constraint)).toEqual(['/value/symbol ordinal_symbol']);
    expect(findingsOnValue(data(rmType, 1, 'at0005', 'other'), constraint)).toEqual(['/value/symbol ordinal_symbol']);
    expect(findingsOnValue(data(rmType, 7, 'at0666'), { ...constraint, list: [] })).toEqual([]);
  });

  it('C_DV_STATE knows its states by code or name', () => {
    const state: CObject = { ...domain, kind: 'state', rmType: 'DV_STATE', states: ['planned', 'at0001'] };
    const inState = (value: JsonObject) => ({ _type: 'DV_STATE', value, is_terminal: false });
    expect(findingsOnValue(inState(codedText('local', 'at0001')), state)).toEqual([]);
    expect(findingsOnValue(inState(codedText('local', 'at0009', 'planned')), state)).toEqual([]);
    expect(findingsOnValue(inState(codedText('local', 'at0009', 'other')), state)).toEqual([
      '/value/value state_not_allowed',
    ]);
  });
});

describe('C_STRING, C_BOOLEAN, C_INTEGER and C_REAL', () => {
  const range = { lower: 10, upper: 20, ...included };
  const string = (item: Partial<Extract<PrimitiveConstraint, { kind: 'string' }>>): PrimitiveConstraint => ({
    kind: 'string',
    list: [],
    listOpen: false,
    ...item,
  });
  const boolean = (trueValid: boolean, falseValid: boolean): PrimitiveConstraint => ({
    kind: 'boolean',
    trueValid,
    falseValid,
  });
  const big = new LexicalNumber('9007199254740993');

  it.each([
    ['a member of the list', 'DV_TEXT', 'value', string({ list: ['a', 'b'] }), 'b', []],
    ['no member of the list', 'DV_TEXT', 'value', string({ list: ['a', 'b'] }), 'c', ['string_not_in_list']],
    ['an open list', 'DV_TEXT', 'value', string({ list: ['a'], listOpen: true }), 'c', []],
    ['an open list alone', 'DV_TEXT', 'value', string({ listOpen: true }), 'c', []],
    ['nothing said', 'DV_TEXT', 'value', string({}), 'c', []],
    ['a pattern', 'DV_TEXT', 'value', string({ pattern: 'XYZ.*' }), 'XYZ 1', []],
    [
      'a pattern that does not match the whole',
      'DV_TEXT',
      'value',
      string({ pattern: 'XYZ' }),
      'XYZ 1',
      ['string_pattern'],
    ],
    ['a broken pattern', 'DV_TEXT', 'value', string({ pattern: '(' }), 'c', []],
    ['true only', 'DV_BOOLEAN', 'value', boolean(true, false), true, []],
    ['true only, given false', 'DV_BOOLEAN', 'value', boolean(true, false), false, ['boolean_not_allowed']],
    ['neither is a slip and means both', 'DV_BOOLEAN', 'value', boolean(false, false), false, []],
    ['a listed number', 'DV_COUNT', 'magnitude', { kind: 'integer', list: [1, 3] }, 3, []],
    [
      'a number that is not listed',
      'DV_COUNT',
      'magnitude',
      { kind: 'integer', list: [1, 3] },
      2,
      ['number_not_in_list'],
    ],
    [
      'the same number written otherwise',
      'DV_COUNT',
      'magnitude',
      { kind: 'integer', list: [3] },
      new LexicalNumber('3.0'),
      [],
    ],
    ['in the range', 'DV_COUNT', 'magnitude', { kind: 'integer', list: [], range }, 20, []],
    ['outside the range', 'DV_COUNT', 'magnitude', { kind: 'integer', list: [], range }, 21, ['number_range']],
    [
      'just outside, without rounding',
      'DV_COUNT',
      'magnitude',
      { kind: 'integer', list: [], range: { upper: 9007199254740992, ...included } },
      big,
      ['number_range'],
    ],
    [
      'an excluded bound of a real',
      'DV_PROPORTION',
      'numerator',
      { kind: 'real', list: [], range: { ...range, lowerIncluded: false } },
      10,
      ['number_range'],
    ],
  ] as const)('%s', (_, rmType, attribute, item, value, expected) => {
    const constraint = complex(rmType, '', [single(attribute, [primitive(item)])]);
    expect(findingsOnValue({ _type: rmType, [attribute]: value }, constraint)).toEqual(
      expected.map((finding) => `/value/${attribute} ${finding}`),
    );
  });

  it('a list constrains the text of a coded text as well (1.5 item 5)', () => {
    const constraint = complex('DV_TEXT', '', [single('value', [primitive(string({ list: ['a'] }))])]);
    expect(findingsOnValue(codedText('local', 'at0001', 'b'), constraint)).toEqual(['/value/value string_not_in_list']);
  });

  it('one of several primitive alternatives is enough', () => {
    const either = [primitive({ kind: 'integer', list: [1] }), primitive({ kind: 'integer', list: [], range })];
    const constraint = complex('DV_COUNT', '', [single('magnitude', either)]);
    expect(findingsOnValue({ _type: 'DV_COUNT', magnitude: 15 }, constraint)).toEqual([]);
    expect(findingsOnValue({ _type: 'DV_COUNT', magnitude: 5 }, constraint)).toEqual([
      '/value/magnitude no_alternative',
    ]);
  });

  it('a finding names the constraint and not the value', () => {
    const secret = 'Jane Doe';
    const compiled = valueTemplate(
      complex('DV_TEXT', '', [single('value', [primitive(string({ list: ['a', 'b'] }))])]),
    );
    const [issue] = compiled.validate({
      _type: 'ELEMENT',
      name: text(secret),
      archetype_node_id: compiled.archetypeId,
      value: text(secret),
    });
    expect(issue?.message).toBe('The text must be one of "a", "b".');
  });

  it('a broken pattern is a warning', () => {
    const compiled = valueTemplate(complex('DV_TEXT', '', [single('value', [primitive(string({ pattern: '(' }))])]));
    expect(compiled.warnings).toEqual(['the pattern "(" is not checked: a group is not closed']);
  });
});
