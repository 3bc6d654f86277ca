import type { RmRule } from '../rule.ts';
import { codeSetRule, groupRule } from './codes.ts';
import { attributeInvariant, notEmpty, textOf } from './invariant.ts';

const MATCHES = new Set(['>', '=', '<', '?']);

/** openEHR RM, Data Types, package text. */
export const textRules: readonly RmRule[] = [
  // DV_TEXT: Valid_value, Formatting_valid, Language_valid, Encoding_valid.
  notEmpty('DV_TEXT', 'value'),
  notEmpty('DV_TEXT', 'formatting'),
  codeSetRule('DV_TEXT', 'language', 'languages'),
  codeSetRule('DV_TEXT', 'encoding', 'character_sets'),
  // CODE_PHRASE: Code_string_valid.
  notEmpty('CODE_PHRASE', 'code_string'),
  // TERM_MAPPING: Match_valid, Purpose_valid.
  attributeInvariant(
    'TERM_MAPPING',
    'match',
    'match_unknown',
    (mapping) => MATCHES.has(textOf(mapping, 'match') ?? ''),
    'TERM_MAPPING.match must be one of > (broader), = (equivalent), < (narrower) and ? (unknown).',
  ),
  groupRule('TERM_MAPPING', 'purpose', 'term_mapping_purpose', 'example'),
];
