import { describe, expect, it } from 'vitest';
import { refusing } from '../../src/validation/profile.ts';

const findings = ['temporal_too_precise', 'duration_units', 'text_for_uri', 'wrong_type'].map((code) => ({
  path: '/content[0]',
  code,
  message: 'x',
}));

describe('validation profiles (docs/decisions/0010)', () => {
  it('strict: every finding refuses', () => {
    expect(refusing(findings, 'strict')).toEqual(findings);
  });

  it('interoperable: what data of the installed base hold does not', () => {
    expect(refusing(findings, 'interoperable').map(({ code }) => code)).toEqual(['wrong_type']);
  });
});
