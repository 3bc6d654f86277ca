import { describe, expect, it } from 'vitest';
import { CdrError } from '../../src/errors.ts';
import { readCanonicalXml } from '../../src/formats/index.ts';
import { isJsonObject, parseJson } from '../../src/json/index.ts';
import type { JsonObject, JsonValue } from '../../src/json/index.ts';
import { readTemplate } from '../../src/template/index.ts';
import { checkRm } from '../../src/validation/check-rm.ts';
import type { CompiledTemplate } from '../../src/validation/contract.ts';
import { refusing } from '../../src/validation/profile.ts';
import { compileTemplate } from '../../src/validation/template/index.ts';
import { corpusDir, corpusExceptions, corpusFiles, corpusText } from '../support/corpus.ts';

const RM_TYPE: Readonly<Record<string, string>> = {
  compositions: 'COMPOSITION',
  'compositions-xml': 'COMPOSITION',
  ehr_status: 'EHR_STATUS',
  directories: 'FOLDER',
};

interface InvalidBody {
  readonly file: string;
  readonly kind: string;
}

describe.skipIf(corpusDir === undefined)('the corpus', () => {
  const exceptions = corpusExceptions();
  const templateFiles = corpusFiles('templates', '.opt');
  const compiled = new Map<string, CompiledTemplate>();

  it.each(templateFiles)('%s compiles', (file) => {
    expect(templateOf(file).archetypeId).not.toBe('');
  });

  const valid = Object.entries(RM_TYPE).flatMap(([folder, rmType]) =>
    corpusFiles(folder, folder.endsWith('-xml') ? '.xml' : '.json').map((file) => [file, rmType] as const),
  );
  it.for(valid)('%s is accepted, unless an exception says otherwise', ([file, rmType]) => {
    const reason = exceptions.get(file);
    if (reason === undefined || reason.startsWith('Accepted')) expect(findings(file, rmType)).toEqual([]);
    else expect(findings(file, rmType), reason).not.toEqual([]);
  });

  const bodies = corpusDir === undefined ? [] : (JSON.parse(corpusText('invalid/index.json')) as InvalidBody[]);
  const invalid = bodies.flatMap(({ file, kind }) => {
    const rmType = RM_TYPE[kind];
    return rmType === undefined ? [] : [[file, rmType] as const];
  });
  it.for(invalid)('%s is refused, unless an exception says otherwise', ([file, rmType]) => {
    const reason = exceptions.get(file);
    if (reason === undefined) expect(findings(file, rmType)).not.toEqual([]);
    else expect(findings(file, rmType), reason).toEqual([]);
  });

  it('has every file that is an exception', () => {
    const files = new Set(corpusFiles('.', ''));
    expect([...exceptions.keys()].filter((file) => !files.has(file))).toEqual([]);
  });

  it.each([
    ['bad-category-code', 'code_not_in_group'],
    ['bad-datetime', 'date_time_invalid'],
    ['bad-duration', 'duration_invalid'],
    ['bad-type', 'type_unknown'],
    ['count-fraction', 'wrong_primitive'],
    ['element-unknown-node', 'unexpected_node'],
    ['entry-no-encoding', 'missing_attribute'],
    ['entry-not-in-template', 'unexpected_node'],
    ['no-composer', 'missing_attribute'],
    ['ordinal-unlisted', 'ordinal_symbol'],
    ['proportion-type', 'proportion_type_unknown'],
    ['quantity-string', 'wrong_primitive'],
    ['quantity-units', 'units_not_allowed'],
    ['unknown-template', 'unknown_template'],
    ['wrong-root-archetype', 'root_archetype'],
  ])('%s is found as %s', (mutation, code) => {
    const files = corpusFiles('invalid/derived', `--${mutation}.json`);
    const found = files.filter((file) => findings(file, 'COMPOSITION').some((finding) => finding.endsWith(` ${code}`)));
    // A few were made from bodies that are not even of sound form, which ends the search.
    expect(found.length).toBeGreaterThan(files.length * 0.7);
  });

  it.each([
    ['invalid/directories/duplicate_folder_names.json', 'FOLDER', '/folders[1]/name folder_names_not_unique'],
    ['invalid/ehr_status/001_ehr_status_subject_empty.json', 'EHR_STATUS', '/subject subject_empty'],
    [
      'invalid/compositions-xml/RIPPLE-ConformanceTest_invalid_other_context_mm_type.xml',
      'COMPOSITION',
      '/context/other_context/items[0]/items[3]/value/media_type code_not_in_code_set',
    ],
  ])('%s: %s %s', (file, rmType, finding) => {
    expect(findings(file, rmType)).toEqual([finding]);
  });

  /** `path code` of whatever stands against a body, from its syntax to its template. */
  function findings(file: string, rmType: string): string[] {
    let root: JsonValue;
    try {
      root = file.endsWith('.xml') ? readCanonicalXml(corpusText(file), rmType) : parseJson(corpusText(file));
    } catch (error) {
      if (error instanceof CdrError) return [`/ ${error.code}`];
      throw error;
    }
    const { structural, invariants } = checkRm(root, rmType);
    const ofTemplate =
      structural.length === 0 && rmType === 'COMPOSITION' && isJsonObject(root) ? templateFindings(root) : [];
    return [...structural, ...invariants, ...ofTemplate].map(({ path, code }) => `${path} ${code}`);
  }

  function templateFindings(root: JsonObject): readonly { readonly path: string; readonly code: string }[] {
    const details = root['archetype_details'];
    const id = isJsonObject(details) ? details['template_id'] : undefined;
    const templateId = isJsonObject(id) ? id['value'] : undefined;
    if (typeof templateId !== 'string') return [];
    const file = `templates/${templateId}.opt`;
    if (!templateFiles.includes(file)) return [{ path: '/archetype_details/template_id', code: 'unknown_template' }];
    return refusing(templateOf(file).validate(root), 'interoperable');
  }

  function templateOf(file: string): CompiledTemplate {
    const known = compiled.get(file);
    if (known !== undefined) return known;
    const made = compileTemplate(readTemplate(corpusText(file)));
    compiled.set(file, made);
    return made;
  }
});
