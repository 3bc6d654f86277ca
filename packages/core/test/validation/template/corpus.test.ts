import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/json/index.ts';
import type { JsonObject } from '../../../src/json/index.ts';
import { isJsonObject } from '../../../src/json/index.ts';
import { readTemplate } from '../../../src/template/index.ts';
import { checkRm } from '../../../src/validation/check-rm.ts';
import type { CompiledTemplate } from '../../../src/validation/contract.ts';
import { compileTemplate } from '../../../src/validation/template/index.ts';
import { corpusDir, corpusFiles, corpusText } from '../../support/corpus.ts';

/** Bodies that their sources take for valid, and the constraint of their template that each breaks. */
const BROKEN: Readonly<Record<string, string>> = {
  'EpisodeOfCare/simple_composition_dvinterval.json':
    'another name of the root, an interval of dates for one of date-times, a text for an identifier',
  'Laborbefund/compo_feeder_audit_details.json': 'a mandatory ELEMENT is missing, three fixed names are others',
  'Test_dv_count_range_constraint.v0/Test_dv_count_range_constraint.v0__.json': 'counts outside 10..20',
  'Test_dv_interval_dv_count_lower_upper_constraint.v0/Test_dv_interval_dv_count_lower_upper_constraint.v0__.json':
    'bounds outside 0..100',
  'Test_dv_interval_dv_quantity_lower_upper_constraint.v0/Test_dv_interval_dv_quantity_lower_upper_constraint.v0__.json':
    'bounds outside 0..100',
  'Test_dv_multimedia_open_constraint.v0/Test_dv_multimedia_open_constraint.v0__.json':
    'another media type than the only one',
  'Test_dv_parsable_open_constraint.v0/Test_dv_parsable_open_constraint.v0__.json':
    'another formalism than the only one',
  'cardinality_of_section/cardinality_of_section__full~2.json': 'occurrences of four of the six named sections',
  'clinical_content_validation/clinical_content_validation__full.json':
    'four fixed names are others, three entries are of archetypes that the template has not',
  'clinical_content_validation/validation_composition_test.v0.json': 'the same',
  'hc3_spirometry_test_result_v0.6/hc3_spirometry_test_result_v0.6__.json':
    'proportions of type 3 where the template says 2',
  'medication_order/10_medication_order_1.json': 'a concentration in mm',
  'minimal_evaluation.en.v1/minimal_evaluation.json': 'three ELEMENTs that the template has not',
  'minimal_instruction.en.v1/minimal_instruction.en.v1.json': 'years in a duration of minutes (PTM)',
  'minimal_instruction.en.v1/minimal_instruction_1.composition.json': 'years in a duration of minutes (PTM)',
  'minimal_instruction.en.v1/minimal_instruction_2.json': 'years, months and days in a duration of minutes (PTM)',
  'minimal_instruction.en.v1/minimal_instruction_3.json': 'years in a duration of minutes (PTM)',
  'minimal_instruction.en.v1/minimal_instruction_4.json': 'years in a duration of minutes (PTM)',
  'nodes_in_template_invalid/nodes_in_template_invalid__.json':
    'ten ELEMENTs that the template has not, as the file name says',
  'test_all_types.en.v1/all_types.composition.json': 'a day in a date of the pattern yyyy-??-XX',
  'test_all_types.en.v1/all_types_no_multimedia.json': 'a day in a date of the pattern yyyy-??-XX',
  'test_all_types.en.v1/all_types_systematic_tests.json': 'the same, and a text where only a DV_URI may be',
  'test_all_types.en.v1/all_types_systematic_tests_feeder_audit.json':
    'the same, and a text where only a DV_URI may be',
  'test_all_types.en.v1/all_types_systematic_tests_feeder_audit~2.json': 'a day in a date of the pattern yyyy-??-XX',
  'test_all_types.en.v1/all_types_systematic_tests~2.json': 'a day in a date of the pattern yyyy-??-XX',
  'test_all_types.en.v1/datetime_tests.json': 'ten ELEMENTs that the template has not',
  'test_all_types.en.v1/duration_tests.json': 'three ELEMENTs that the template has not',
  'vital_signs/vital_signs.json': 'mandatory items are missing, units that the template has not',
};

/** Bodies listed as invalid that no template can tell apart from valid ones. */
const UNDECIDABLE: Readonly<Record<string, string>> = {
  'compositions/terminology_test.ehrbase.org.v1__invalid.json': 'a value set of a terminology server',
  'compositions/terminology_test.ehrbase.org.v1_non_existing_code.json': 'a value set of a terminology server',
  'compositions/terminology_test.ehrbase.org.v1_update_invalid_codes.json': 'a value set of a terminology server',
  'compositions/terminology_test2.ehrbase.org.v1__invalid_code_system.json': 'a value set of a terminology server',
  'derived/Test_dv_coded_text_with_local_codes.v0--text-pattern.json':
    'the mutation is on a name that the template leaves free',
  'derived/Test_dv_text_pattern_constraint.v0--text-not-in-list.json':
    'the mutation is on a name that the template leaves free',
  'derived/Test_dv_text_pattern_constraint.v0--text-pattern.json':
    'the mutation is on a name that the template leaves free',
};

interface InvalidEntry {
  readonly file: string;
  readonly kind: string;
  readonly template: string | null;
}

const templates = new Map<string, CompiledTemplate>();
function compiled(file: string): CompiledTemplate {
  const known = templates.get(file);
  if (known !== undefined) return known;
  const made = compileTemplate(readTemplate(corpusText(file)));
  templates.set(file, made);
  return made;
}

/** The composition in a file, or undefined for a text that is none. */
function composition(file: string): JsonObject | undefined {
  try {
    const value = parseJson(corpusText(file));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

describe.skipIf(corpusDir === undefined)('the corpus', () => {
  const valid = corpusFiles('compositions', '.json').map((file) => file.slice('compositions/'.length));

  it('has compositions', () => {
    expect(valid.length).toBeGreaterThan(100);
    for (const file of Object.keys(BROKEN)) expect(valid).toContain(file);
  });

  it.for(valid)('%s', (file, { skip }) => {
    const root = composition(`compositions/${file}`);
    if (root === undefined) throw new Error('not a JSON object');
    skip(checkRm(root, 'COMPOSITION').structural.length > 0, 'not structurally sound');
    const issues = compiled(`templates/${file.slice(0, file.indexOf('/'))}.opt`).validate(root);
    if (file in BROKEN) expect(issues).not.toEqual([]);
    else expect(issues).toEqual([]);
  });

  const listed =
    corpusDir === undefined ? [] : (JSON.parse(corpusText('invalid/index.json')) as readonly InvalidEntry[]);
  const invalid = listed.flatMap(({ file, kind, template }) =>
    kind === 'compositions' && template !== null ? [[file.slice('invalid/'.length), template] as const] : [],
  );

  it.for(invalid)('%s: a finding', ([file, template], { skip }) => {
    const root = composition(`invalid/${file}`);
    if (root === undefined) return skip('does not parse');
    const { structural, invariants } = checkRm(root, 'COMPOSITION');
    skip(structural.length > 0 || invariants.length > 0, 'the reference model refuses it');
    const issues = compiled(template).validate(root);
    if (file in UNDECIDABLE) expect(issues).toEqual([]);
    else expect(issues).not.toEqual([]);
  });

  it.each(corpusFiles('templates', '.opt'))('%s compiles', (file) => {
    expect(compiled(file).archetypeId).not.toBe('');
  });
});
