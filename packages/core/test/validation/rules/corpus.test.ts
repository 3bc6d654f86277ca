import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/json/value.ts';
import { parseJson } from '../../../src/json/index.ts';
import { checkRm } from '../../../src/validation/check-rm.ts';
import { corpusDir, corpusFiles, corpusText } from '../../support/corpus.ts';

/** Files that their source calls valid and that break an invariant of the reference model all the same. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // An interval without upper value that says it is not unbounded; a reference to a party of a FHIR type.
  'compositions/EpisodeOfCare/simple_composition_dvinterval.json': ['bound_missing', 'party_type_unknown'],
  // The archetype_details of an entry name the archetype of the composition.
  'compositions/Minimal action 2/minimal_action2_1.json': ['archetype_id_mismatch'],
  'compositions/informe_amb_1_arquetip_OBS/informe_amb_1_arquetip_OBS.json': ['archetype_id_mismatch'],
  // The interval 200..100, a row of CNF DV_INTERVAL_DV_COUNT-validate_open with the expectation "rejected".
  'compositions/Test_dv_interval_dv_count_open_constraint.v0/Test_dv_interval_dv_count_open_constraint.v0__.json': [
    'limits_reversed',
  ],
  // An interval whose upper limit is an hour before its lower one, by their zones.
  'compositions/test_all_types.en.v1/datetime_tests.json': ['limits_reversed'],
  // An ELEMENT with neither value nor null_flavour.
  'compositions/test_all_types.en.v1/all_types_systematic_tests_feeder_audit~2.json': ['value_or_null_flavour'],
  'compositions/test_all_types.en.v1/all_types_systematic_tests~2.json': ['value_or_null_flavour'],
};

const codes = (value: JsonValue, rmClass: string): string[] =>
  [...new Set(checkRm(value, rmClass).invariants.map(({ code }) => code))].toSorted();

describe.skipIf(corpusDir === undefined)('the corpus', () => {
  test.each([
    ['compositions', 'COMPOSITION', 140],
    ['ehr_status', 'EHR_STATUS', 10],
    ['directories', 'FOLDER', 10],
  ])('valid %s break no invariant', (folder, rmClass, atLeast) => {
    const files = corpusFiles(folder, '.json');
    expect(files.length).toBeGreaterThan(atLeast);
    const broken = files.map((file) => [file, codes(parseJson(corpusText(file)), rmClass)] as const);
    const expected = files.map((file) => [file, KNOWN[file] ?? []]);
    expect(broken).toEqual(expected);
  });

  const mutations: Readonly<Record<string, string>> = {
    'bad-category-code': 'code_not_in_group',
    'bad-datetime': 'date_time_invalid',
    'bad-duration': 'duration_invalid',
    'proportion-type': 'proportion_type_unknown',
  };
  test.each(Object.entries(mutations))('%s is found as %s', (mutation, code) => {
    let found = 0;
    for (const file of corpusFiles('invalid/derived', `--${mutation}.json`)) {
      const value = parseJson(corpusText(file));
      // A fault of form in the same branch hides the rules.
      if (checkRm(value, 'COMPOSITION').structural.length > 0) continue;
      expect(codes(value, 'COMPOSITION'), file).toContain(code);
      found += 1;
    }
    expect(found).toBeGreaterThan(3);
  });

  test.each([
    ['invalid/directories/duplicate_folder_names.json', 'FOLDER', 'folder_names_not_unique'],
    ['invalid/ehr_status/001_ehr_status_subject_empty.json', 'EHR_STATUS', 'subject_empty'],
  ])('%s: %s %s', (file, rmClass, code) => {
    expect(codes(parseJson(corpusText(file)), rmClass)).toEqual([code]);
  });
});
