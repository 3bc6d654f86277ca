import { describe, expect, it } from 'vitest';
import { codeAsDvCodedText, parseCode, readCode } from '../../src/change-control/codes.ts';

const phrase = (terminology: unknown) => ({ terminology_id: terminology, code_string: '249' });

describe('coded input of a commit (ITS-REST UPDATE_VERSION, UPDATE_AUDIT)', () => {
  it.each([
    ['code', '249'],
    ['number', 249],
    ['rubric', 'creation'],
    ['rubric in capitals', 'CREATION'],
    ['code and rubric', '249|creation|'],
    ['terminology and code', 'openehr::249'],
    ['TERMINOLOGY_CODE', phrase('openehr')],
    ['CODE_PHRASE', phrase({ value: 'openehr' })],
    ['DV_CODED_TEXT', { value: 'creation', defining_code: phrase({ value: 'openehr' }) }],
    ['DV_CODED_TEXT with a string terminology id', { value: 'creation', defining_code: phrase('openehr') }],
    ['DV_CODED_TEXT with a string code', { value: 'creation', defining_code: '249' }],
    ['DV_CODED_TEXT with nothing but its value', { value: 'creation' }],
    ['DV_CODED_TEXT in another language', { value: 'creación', defining_code: phrase('openehr') }],
    ['DV_CODED_TEXT in words of the caller', { value: 'Neuanlage', defining_code: phrase('openehr') }],
    ['code and words of the caller', '249|Neuanlage|'],
    ['CODE_PHRASE of a version of the terminology', phrase({ value: 'openEHR(2.2.0)' })],
  ])('reads a change type given as %s', (_name, input) => {
    expect(readCode('change', input as never)).toBe('249');
  });

  it('reads nothing out of nothing', () => {
    expect(readCode('change', undefined)).toBeUndefined();
  });

  it.each(['999', '', 'complete', '532x', 'creation|249|', '249|deleted|', '249|251|'])(
    'refuses %j as a change type',
    (text) => {
      expect(() => parseCode('change', text)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
    },
  );

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['a list', []],
    ['another terminology', phrase('SNOMED-CT')],
    ['another terminology in an object', { value: 'creation', defining_code: phrase({ value: 'local' }) }],
    ['a terminology that is no text', phrase(5)],
    ['a code with the rubric of another', { value: 'Modification', defining_code: phrase('openehr') }],
    ['a code with the rubric of another in another language', { value: '修正', code_string: '249' }],
    ['a code with another code', { value: '251', code_string: '249' }],
  ])('refuses %s', (_name, input) => {
    expect(() => readCode('change', input as never)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  });

  it.each([['553'], ['incomplete'], ['553|incomplete|'], [' Incomplete ']])('reads lifecycle state %j', (text) => {
    expect(parseCode('lifecycle', text)).toBe('553');
  });

  it('writes DV_CODED_TEXT of the openehr terminology', () => {
    expect(codeAsDvCodedText('lifecycle', '801')).toEqual({
      _type: 'DV_CODED_TEXT',
      value: 'abandoned',
      defining_code: {
        _type: 'CODE_PHRASE',
        terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
        code_string: '801',
      },
    });
  });
});
