import { describe, expect, test } from 'vitest';
import {
  type CodeSet,
  type OpenehrGroup,
  codeOf,
  codeSetTerminology,
  codesOf,
  isMember,
  rubric,
  rubricLanguages,
  stateAfter,
} from '../../src/terminology/index.ts';
import { corpusDir, corpusText } from '../support/corpus.ts';

const groups: readonly (readonly [OpenehrGroup, number])[] = [
  ['attestation_reason', 2],
  ['audit_change_type', 9],
  ['composition_category', 4],
  ['property', 86],
  ['version_lifecycle_state', 5],
  ['participation_function', 1],
  ['null_flavours', 4],
  ['participation_mode', 32],
  ['instruction_states', 10],
  ['instruction_transitions', 20],
  ['subject_relationship', 36],
  ['term_mapping_purpose', 3],
  ['event_math_function', 11],
  ['setting', 14],
  ['extract_content_type', 6],
  ['extract_action_type', 3],
  ['extract_update_trigger_event_type', 3],
];

describe('groups of the openEHR terminology', () => {
  test.each(groups)('%s has %d codes, with a rubric in every language', (group, count) => {
    const codes = codesOf(group);
    expect(codes).toHaveLength(count);
    for (const code of codes) {
      expect(isMember(group, code)).toBe(true);
      for (const language of rubricLanguages) expect(rubric(group, code, language)).toMatch(/\S/);
    }
  });

  test.each([
    ['composition_category', '433', 'en', 'event'],
    ['composition_category', '433', 'es', 'evento'],
    ['composition_category', '433', 'pt-BR', 'evento'],
    ['composition_category', '433', 'de', 'event'],
    ['composition_category', '433', 'EN_us', 'event'],
    ['version_lifecycle_state', '532', 'en', 'complete'],
    ['instruction_states', '532', 'en', 'completed'],
    ['property', '118', 'en', '<not set>'],
    ['null_flavours', '253', 'ja', '未知'],
    ['setting', '802', 'zh', '心理健康服务'],
  ] as const)('%s %s in %s is %s', (group, code, language, text) => {
    expect(rubric(group, code, language)).toBe(text);
    expect(codeOf(group, text)).toBe(code);
  });

  test('a code outside the group has no rubric, and other words no code', () => {
    expect(rubric('composition_category', '249')).toBeUndefined();
    expect(isMember('composition_category', '999')).toBe(false);
    expect(isMember('composition_category', '')).toBe(false);
    expect(codeOf('audit_change_type', 'Creation ')).toBe('249');
    expect(codeOf('audit_change_type', 'event')).toBeUndefined();
  });
});

describe('code sets', () => {
  test.each([
    ['languages', 'en'],
    ['languages', 'en-GB'],
    ['languages', 'en-gb'],
    ['languages', 'EN'],
    ['languages', 'nb'],
    ['languages', 'vo'],
    ['languages', 'de-DE-1996'],
    ['languages', 'zh-Hant'],
    ['countries', 'DE'],
    ['countries', 'de'],
    ['countries', 'UY'],
    ['character_sets', 'UTF-8'],
    ['character_sets', 'utf-8'],
    ['character_sets', 'ISO-10646-UTF-1'],
    ['character_sets', 'ISO-8859-1'],
    ['character_sets', 'windows-1252'],
    ['media_types', 'application/dicom'],
    ['media_types', 'video/H261'],
    ['media_types', 'image/webp'],
    ['media_types', 'text/plain; charset=UTF-8'],
    ['media_types', 'application/vnd.example.thing+json'],
    ['media_types', 'application/x-example'],
    ['media_types', 'Text/CSV'],
    ['compression_algorithms', 'gzip'],
    ['integrity_check_algorithms', 'SHA-512/256'],
    ['normal_statuses', 'HHH'],
  ] as const)('%s has %s', (set, code) => {
    expect(isMember(set, code)).toBe(true);
  });

  test.each([
    ['languages', ''],
    ['languages', 'xx'],
    ['languages', 'english'],
    ['languages', 'xx-GB'],
    ['languages', 'en-'],
    ['languages', 'en_GB'],
    ['countries', ''],
    ['countries', 'XX'],
    ['countries', 'DEU'],
    ['countries', 'Germany'],
    ['character_sets', 'UTF-99'],
    ['character_sets', ''],
    ['media_types', ''],
    ['media_types', 'abc'],
    ['media_types', 'jpeg'],
    ['media_types', 'picture/jpeg'],
    ['media_types', 'image/'],
    ['media_types', 'image/jpeg/x'],
    ['media_types', 'video/mp3'],
    ['media_types', 'image/vnd.'],
    ['compression_algorithms', 'rar'],
    ['integrity_check_algorithms', 'MD5'],
    ['normal_statuses', 'X'],
  ] as const)('%s does not have %j', (set, code) => {
    expect(isMember(set, code)).toBe(false);
  });

  test('countries and languages are complete as of ISO 3166-1 and ISO 639-1', () => {
    expect(codesOf('countries')).toHaveLength(250);
    expect(codesOf('languages').filter((code) => code.length === 2).length).toBeGreaterThanOrEqual(184);
  });
});

describe('instruction state machine', () => {
  test('every transition of the terminology arrives in an instruction state', () => {
    for (const transition of codesOf('instruction_transitions')) {
      expect(isMember('instruction_states', stateAfter(transition) ?? '')).toBe(true);
    }
  });

  test.each([
    ['535', 'planned'],
    ['166', 'cancelled'],
    ['540', 'active'],
    ['541', 'completed'],
    ['548', 'completed'],
    ['549', 'expired'],
    ['550', 'aborted'],
  ])('%s arrives in %s', (transition, state) => {
    expect(rubric('instruction_states', stateAfter(transition) ?? '')).toBe(state);
  });

  test('other codes arrive nowhere', () => {
    expect(stateAfter('532')).toBeUndefined();
    expect(stateAfter('')).toBeUndefined();
  });
});

describe.skipIf(corpusDir === undefined)('the tables are the published ones', () => {
  const folder = 'spec/terminology/XML';
  const unescaped = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

  test.each(rubricLanguages.map((language) => [language]))('rubrics in %s', (language) => {
    const xml = corpusText(`${folder}/${language}/openehr_terminology.xml`).replaceAll(/<!--.*?-->/gs, '');
    let count = 0;
    for (const [, group = '', body = ''] of xml.matchAll(/<group openehr_id="(\w+)"[^>]*>(.*?)<\/group>/gs)) {
      const published = groups.find(([name]) => name === group)?.[0];
      expect(published).toBeDefined();
      if (published === undefined) continue;
      for (const [, code = '', words = ''] of body.matchAll(/<concept id="(\d+)" rubric="([^"]*)"/g)) {
        expect(rubric(published, code, language)).toBe(unescaped(words).trim());
        count += 1;
      }
    }
    expect(count).toBe(groups.reduce((sum, [, size]) => sum + size, 0));
  });

  test('code sets', () => {
    const xml =
      corpusText(`${folder}/openehr_external_terminologies.xml`) + corpusText(`${folder}/en/openehr_terminology.xml`);
    const sets = Object.keys(codeSetTerminology);
    const found: string[] = [];
    for (const [, set = '', terminology = '', body = ''] of xml.matchAll(
      /<codeset [^>]*openehr_id="(\w+)"[^>]*external_id="([^"]*)"[^>]*>(.*?)<\/codeset>/gs,
    )) {
      found.push(set);
      const name = sets.find((known): known is CodeSet => known === set);
      expect(name).toBeDefined();
      if (name === undefined) continue;
      expect(codeSetTerminology[name]).toBe(terminology);
      for (const [, code = ''] of body.matchAll(/<code value="([^"]*)"/g)) expect(codesOf(name)).toContain(code);
    }
    expect(found.toSorted()).toEqual(sets.toSorted());
  });
});
