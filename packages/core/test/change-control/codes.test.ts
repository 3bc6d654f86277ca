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
  ])('reads a change type given as %s', (_name, input) => {
    expect(readCode('change', input as never)).toBe('249');
  });

  it('reads nothing out of nothing', () => {
    expect(readCode('change', undefined)).toBeUndefined();
  });

  it.each(['999', '', 'complete', '532x', 'creation|249|'])('refuses %j as a change type', (text) => {
    expect(() => parseCode('change', text)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
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
