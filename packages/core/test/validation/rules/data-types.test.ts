import { describe } from 'vitest';
import type { JsonObject } from '../../../src/json/value.ts';
import { LexicalNumber } from '../../../src/json/value.ts';
import { type Row, coded, findings, openehr, phrase, text } from './support.ts';

describe('DV_TEXT, DV_CODED_TEXT, TERM_MAPPING', () => {
  findings('DV_TEXT', [
    ['with a value', text('abc')],
    ['without a value', text(''), 'empty_text /value'],
    ['with an empty formatting', { value: 'abc', formatting: '' }, 'empty_text /formatting'],
    [
      'in a language',
      { value: 'abc', language: phrase('ISO_639-1', 'en-GB'), encoding: phrase('IANA_character-sets', 'utf-8') },
    ],
    ['in no language', { value: 'abc', language: phrase('ISO_639-1', 'xx') }, 'code_not_in_code_set /language'],
    ['in a language of another terminology', { value: 'abc', language: phrase('BCP47', 'xx') }],
    [
      'in no character set',
      { value: 'abc', encoding: phrase('IANA_character-sets', 'UTF-99') },
      'code_not_in_code_set /encoding',
    ],
    ['in a character set of another terminology', { value: 'abc', encoding: phrase('Unicode', 'UTF-8') }],
  ]);
  findings('DV_CODED_TEXT', [
    ['of any terminology', coded('SNOMED-CT(2003)', '82272006')],
    ['without code', coded('local', ''), 'empty_text /defining_code/code_string'],
    ['without terminology', coded('', 'at0005'), 'empty_text /defining_code/terminology_id/value'],
    ['without value', coded('local', 'at0005', ''), 'empty_text /value'],
  ]);
  const mapping = (match: string, purpose: JsonObject = openehr('671')): JsonObject => ({
    match,
    purpose,
    target: phrase('LOINC', '1234-5'),
  });
  findings('TERM_MAPPING', [
    ...['>', '=', '<', '?'].map((match): Row => [`with match ${match}`, mapping(match)]),
    ['with another match', mapping('!'), 'match_unknown /match'],
    ['for another openEHR purpose', mapping('=', openehr('433')), 'code_not_in_group /purpose/defining_code'],
    ['for a local purpose', mapping('=', coded('local', 'at0001'))],
  ]);
});

describe('DV_URI, DV_EHR_URI, DV_IDENTIFIER', () => {
  findings('DV_URI', [
    ['with scheme', { value: 'mailto:John.Doe@example.com' }],
    ['without scheme', { value: 'www.iana.org' }],
    ['without value', { value: '' }, 'empty_text /value'],
  ]);
  // CNF DV_EHR_URI-validate_open.
  findings('DV_EHR_URI', [
    ['with path', { value: 'ehr:/89c0752e-0815-47d7-8b3c-b3aaea2cea7a' }],
    ['with authority', { value: 'ehr://CLOUD/89c0752e-0815-47d7-8b3c-b3aaea2cea7a/031f2513::EHRSERVER::1' }],
    ['without scheme', { value: 'xyz' }, 'ehr_scheme_missing /value'],
    ['of another scheme', { value: 'http://www.ietf.org/rfc/rfc2396.txt' }, 'ehr_scheme_missing /value'],
  ]);
  findings('DV_IDENTIFIER', [
    ['with id only', { id: '1' }],
    ['without id', { id: '', issuer: 'x' }, 'empty_text /id'],
  ]);
});

describe('DV_ENCAPSULATED', () => {
  const image = (attributes: JsonObject): JsonObject => ({
    media_type: phrase('IANA_media-types', 'image/png'),
    size: 4,
    data: 'AAAA',
    ...attributes,
  });
  findings('DV_MULTIMEDIA', [
    ['with data', image({})],
    [
      'with uri',
      { media_type: phrase('IANA_media-types', 'application/dicom'), size: 123, uri: { value: 'http://x/y' } },
    ],
    ['with neither', { media_type: phrase('IANA_media-types', 'image/png'), size: 4 }, 'multimedia_empty /'],
    ['of a media type younger than the terminology', image({ media_type: phrase('IANA_media-types', 'image/webp') })],
    ['of no media type', image({ media_type: phrase('IANA_media-types', 'abc') }), 'code_not_in_code_set /media_type'],
    ['of a media type of early openEHR releases', image({ media_type: phrase('openehr', '427') })],
    ['of a negative size', image({ size: -1 }), 'size_negative /size'],
    ['compressed', image({ compression_algorithm: phrase('openehr_compression_algorithms', 'gzip') })],
    [
      'compressed unheard of',
      image({ compression_algorithm: phrase('openehr_compression_algorithms', 'rar') }),
      'code_not_in_code_set /compression_algorithm',
    ],
    [
      'with integrity check and algorithm',
      image({
        integrity_check: 'AAAA',
        integrity_check_algorithm: phrase('openehr_integrity_check_algorithms', 'SHA-256'),
      }),
    ],
    [
      'with integrity check alone',
      image({ integrity_check: 'AAAA' }),
      'integrity_check_without_algorithm /integrity_check_algorithm',
    ],
    [
      'with an unknown integrity check algorithm',
      image({ integrity_check: 'AAAA', integrity_check_algorithm: phrase('openehr', 'MD5') }),
      'code_not_in_code_set /integrity_check_algorithm',
    ],
    ['in no language', image({ language: phrase('ISO_639-1', 'xx') }), 'code_not_in_code_set /language'],
    ['in no character set', image({ charset: phrase('IANA_character-sets', 'x') }), 'code_not_in_code_set /charset'],
    ['with a wrong thumbnail', image({ thumbnail: image({ size: -1 }) }), 'size_negative /thumbnail/size'],
  ]);
  // CNF DV_PARSABLE-validate_open.
  findings('DV_PARSABLE', [
    ['with formalism', { value: 'xxx', formalism: 'abc' }],
    ['with empty value', { value: '', formalism: 'abc' }],
    ['without formalism', { value: 'xxx', formalism: '' }, 'empty_text /formalism'],
    ['of a negative size', { value: 'xxx', formalism: 'abc', size: -1 }, 'size_negative /size'],
  ]);
  const timing = (formalism: string): JsonObject => ({ value: { value: '[x]', formalism } });
  findings('DV_PERIODIC_TIME_SPECIFICATION', [
    ['in HL7:PIVL', timing('HL7:PIVL')],
    ['in HL7:GTS', timing('HL7:GTS'), 'formalism_unknown /value/formalism'],
  ]);
  findings('DV_GENERAL_TIME_SPECIFICATION', [
    ['in HL7:GTS', timing('HL7:GTS')],
    ['in HL7:PIVL', timing('HL7:PIVL'), 'formalism_unknown /value/formalism'],
  ]);
});

describe('date and time values', () => {
  findings('DV_DATE', [
    ['complete', { value: '2024-02-29' }],
    ['partial', { value: '2021-10' }],
    ['of no day', { value: '2023-02-29' }, 'date_invalid /value'],
    ['with a time', { value: '2021-10-24T10:00' }, 'date_invalid /value'],
    ['empty', { value: '' }, 'date_invalid /value'],
  ]);
  findings('DV_TIME', [
    ['with zone', { value: '18:36+07:00' }],
    ['of hour 48', { value: 'T48' }, 'time_invalid /value'],
  ]);
  findings('DV_DATE_TIME', [
    ['with a decimal comma', { value: '2020-03-02T15:57:15,897+01:00' }],
    ['in basic form', { value: '20240101T101010Z' }],
    ['of month 13', { value: '2021-13' }, 'date_time_invalid /value'],
    ['in words', { value: 'yesterday' }, 'date_time_invalid /value'],
    ['with an accuracy that is none', { value: '2021', accuracy: { value: 'P' } }, 'duration_invalid /accuracy/value'],
  ]);
  findings('DV_DURATION', [
    ['with weeks among others', { value: '-P1Y2W' }],
    ['with half hours', { value: 'PT2.5H' }, 'duration_invalid /value'],
  ]);
});

describe('DV_QUANTIFIED, DV_AMOUNT, DV_QUANTITY, DV_COUNT', () => {
  const quantity = (attributes: JsonObject): JsonObject => ({ magnitude: 5, units: 'mg', ...attributes });
  findings('DV_QUANTITY', [
    ['with nothing else', quantity({})],
    ...['=', '<', '>', '<=', '>=', '~'].map((status): Row => [
      `with status ${status}`,
      quantity({ magnitude_status: status }),
    ]),
    ['with another status', quantity({ magnitude_status: '!=' }), 'magnitude_status_unknown /magnitude_status'],
    ['with precision -1', quantity({ precision: -1 })],
    ['with precision -2', quantity({ precision: -2 }), 'precision_invalid /precision'],
    ['with an accuracy in percent', quantity({ accuracy: 50.5, accuracy_is_percent: true })],
    ['with 101 percent', quantity({ accuracy: 101, accuracy_is_percent: true }), 'accuracy_not_percentage /accuracy'],
    [
      'with a little more than 100 percent',
      quantity({ accuracy: new LexicalNumber('100.00000000000000001'), accuracy_is_percent: true }),
      'accuracy_not_percentage /accuracy',
    ],
    ['with an absolute accuracy', quantity({ accuracy: 101, accuracy_is_percent: false })],
  ]);
  findings('DV_COUNT', [['with a large number', { magnitude: new LexicalNumber('12345678901234567890') }]]);
});

// CNF DV_PROPORTION-validate_open; where it asks for precision 0 in fractions, whole numbers are enough here.
describe('DV_PROPORTION', () => {
  const proportion = (type: number, numerator: number, denominator: number, precision?: number): JsonObject => ({
    type,
    numerator,
    denominator,
    ...(precision === undefined ? {} : { precision }),
  });
  findings('DV_PROPORTION', [
    ['ratio', proportion(0, 10, 500, 0)],
    ['ratio of decimals', proportion(0, 398.5, 209.2)],
    ['ratio of decimals at precision 0', proportion(0, 398.5, 209.2, 0), 'precision_not_integral /'],
    ['ratio by 0', proportion(0, 10, 0, 0), 'denominator_zero /denominator'],
    ['unitary', proportion(1, 1.5, 1, 1)],
    ['unitary by 0', proportion(1, 10, 0), 'denominator_zero /denominator', 'denominator_not_unitary /denominator'],
    ['unitary by 500', proportion(1, 10, 500), 'denominator_not_unitary /denominator'],
    ['percent', proportion(2, 10, 100)],
    ['percent by 500', proportion(2, 10, 500), 'denominator_not_percent /denominator'],
    ['fraction', proportion(3, 10, 500, 0)],
    ['fraction with precision 1', proportion(3, 3, 1, 1)],
    ['fraction of 10.5', proportion(3, 10.5, 500), 'fraction_not_integral /'],
    ['integer fraction', proportion(4, 3, 2)],
    ['integer fraction by 500.5', proportion(4, 10, 500.5), 'fraction_not_integral /'],
    ['with precision -2', proportion(0, 1, 2, -2), 'precision_invalid /precision'],
    ['of type 666', proportion(666, 10, 500), 'proportion_type_unknown /type'],
    ['of type -1', proportion(-1, 10, 500), 'proportion_type_unknown /type'],
    [
      'of a numerator that is nearly whole',
      { ...proportion(3, 1, 2), numerator: new LexicalNumber('1.00000000000000000001') },
      'fraction_not_integral /',
    ],
    ['written 7.0', { ...proportion(3, 1, 2), numerator: new LexicalNumber('7.0') }],
  ]);
});

describe('DV_INTERVAL, REFERENCE_RANGE, normal range', () => {
  const mg = (magnitude: number, units = 'mg'): JsonObject => ({ _type: 'DV_QUANTITY', magnitude, units });
  const count = (magnitude: number | LexicalNumber): JsonObject => ({ _type: 'DV_COUNT', magnitude });
  const of = (type: string, value: string): JsonObject => ({ _type: type, value });
  const ordinal = (value: number): JsonObject => ({ _type: 'DV_ORDINAL', value, symbol: coded('local', 'at0005') });
  const ratio = (type: number, numerator: number, denominator: number): JsonObject => ({
    _type: 'DV_PROPORTION',
    type,
    numerator,
    denominator,
  });
  const closed = { lower_unbounded: false, upper_unbounded: false, lower_included: true, upper_included: true };
  const between = (lower: JsonObject, upper: JsonObject): JsonObject => ({ lower, upper, ...closed });

  // CNF DV_INTERVAL_DV_QUANTITY-validate_open.
  findings('DV_INTERVAL', [
    [
      'open on both sides',
      { lower_unbounded: true, upper_unbounded: true, lower_included: false, upper_included: false },
    ],
    ['open below', { upper: mg(100), lower_unbounded: true, upper_unbounded: false, upper_included: true }],
    ['open above', { lower: mg(0), lower_unbounded: false, upper_unbounded: true, lower_included: true }],
    ['closed', between(mg(0), mg(100))],
    ['of one point', between(mg(5), mg(5))],
    ['without flags', { lower: mg(0), upper: mg(100) }],
    ['with neither values nor flags', {}],
    ['without lower value', { ...closed, upper: mg(1) }, 'bound_missing /lower'],
    ['without values', { ...closed }, 'bound_missing /lower', 'bound_missing /upper'],
    [
      'open and included below',
      { lower_unbounded: true, upper_unbounded: true, lower_included: true, upper_included: false },
      'unbounded_side_included /lower',
    ],
    [
      'open and included above',
      { lower: mg(0), lower_unbounded: false, upper_unbounded: true, lower_included: false, upper_included: true },
      'unbounded_side_included /upper',
    ],
    ['open with a value', { lower: mg(1), upper: mg(2), upper_unbounded: true }, 'bound_on_unbounded_side /upper'],
    ['reversed', between(mg(200), mg(100)), 'limits_reversed /'],
    ['of different units', between(mg(1), mg(2, 'g')), 'limits_not_comparable /'],
    ['of different classes', between(mg(1), count(2)), 'limits_not_comparable /'],
    ['of counts', between(count(0), count(100))],
    [
      'of counts that doubles can not tell apart',
      between(count(new LexicalNumber('9007199254740993')), count(new LexicalNumber('9007199254740992'))),
      'limits_reversed /',
    ],
    ['of ordinals', between(ordinal(2), ordinal(1)), 'limits_reversed /'],
    ['of proportions', between(ratio(0, 1, 3), ratio(0, 1, 2))],
    ['of proportions with one denominator', between(ratio(2, 20, 100), ratio(2, 10, 100)), 'limits_reversed /'],
    ['of proportions of different types', between(ratio(0, 1, 1), ratio(1, 2, 1)), 'limits_not_comparable /'],
    ['of dates', between(of('DV_DATE', '2021-10-24'), of('DV_DATE', '2021-10-23')), 'limits_reversed /'],
    ['of partial dates', between(of('DV_DATE', '2021-10-24'), of('DV_DATE', '2021'))],
    ['of times', between(of('DV_TIME', '10:00+02:00'), of('DV_TIME', '09:00Z'))],
    [
      'of date-times in other zones',
      between(of('DV_DATE_TIME', '2019-01-28T21:22:49+07:00'), of('DV_DATE_TIME', '2019-01-28T21:22:49+08:00')),
      'limits_reversed /',
    ],
    // CNF DV_INTERVAL_DV_DATE_TIME-validate_open.
    ['of years', between(of('DV_DATE_TIME', '2021'), of('DV_DATE_TIME', '2022'))],
    ['of hours', between(of('DV_DATE_TIME', '2021-10-24T05'), of('DV_DATE_TIME', '2022-01-15T10'))],
    [
      'from an hour that is none',
      between(of('DV_DATE_TIME', '2021-10-24T48'), of('DV_DATE_TIME', '2022-01-15T10')),
      'limits_not_comparable /',
      'date_time_invalid /lower/value',
    ],
    ['of durations', between(of('DV_DURATION', 'P1Y20M'), of('DV_DURATION', 'P2Y')), 'limits_reversed /'],
  ]);

  const range = (lower: JsonObject, upper: JsonObject): JsonObject => ({
    meaning: text('normal'),
    range: { _type: 'DV_INTERVAL', ...between(lower, upper) },
  });
  findings('REFERENCE_RANGE', [
    ['simple', range(mg(1), mg(2))],
    [
      'with a range in it',
      range(mg(1), { ...mg(2), other_reference_ranges: [range(mg(0), mg(9))] }),
      'range_not_simple /range',
    ],
  ]);

  const measured = (magnitude: number, status: string, limits: JsonObject = between(mg(3), mg(6))): JsonObject => ({
    ...mg(magnitude),
    normal_status: phrase('openehr_normal_statuses', status),
    normal_range: { _type: 'DV_INTERVAL', ...limits },
  });
  findings('DV_QUANTITY', [
    ['normal within', measured(5, 'N')],
    ['normal on the limit', measured(6, 'N')],
    [
      'normal on an excluded limit',
      measured(6, 'N', { ...between(mg(3), mg(6)), upper_included: false }),
      'normal_status_contradicts_range /normal_status',
    ],
    ['normal above', measured(7, 'N'), 'normal_status_contradicts_range /normal_status'],
    ['high above', measured(7, 'H')],
    ['high within', measured(5, 'H'), 'normal_status_contradicts_range /normal_status'],
    ['high above an open range', measured(7, 'H', { upper: mg(6), lower_unbounded: true, upper_unbounded: false })],
    ['normal in a range of other units', measured(7, 'N', between(mg(3, 'g'), mg(6, 'g')))],
    [
      'of an unknown status',
      { ...mg(1), normal_status: phrase('openehr_normal_statuses', 'X') },
      'code_not_in_code_set /normal_status',
    ],
    ['of a status elsewhere', { ...measured(5, 'N'), normal_status: phrase('local', 'at0007') }],
    [
      'with a normal range of counts',
      { ...mg(1), normal_range: { _type: 'DV_INTERVAL', ...between(count(0), count(2)) } },
      'range_of_other_class /normal_range',
    ],
    ['with a reference range', { ...mg(1), other_reference_ranges: [range(mg(0), mg(2))] }],
    [
      'with a reference range of counts',
      { ...mg(1), other_reference_ranges: [range(mg(0), mg(2)), range(count(0), count(2))] },
      'range_of_other_class /other_reference_ranges',
    ],
  ]);
  findings('DV_ORDINAL', [
    [
      'with a normal range of ordinals',
      { ...ordinal(1), normal_range: { _type: 'DV_INTERVAL', ...between(ordinal(0), ordinal(2)) } },
    ],
  ]);
});
