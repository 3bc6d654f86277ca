import type { Issue } from '../errors.ts';
import type { FindingCode } from './template/codes.ts';

/**
 * How template findings count. `strict`: each refuses the content. `interoperable`: what data of the installed base hold and
 * expect to be accepted does not (docs/decisions/0010); everything else does.
 */
export type ValidationProfile = 'strict' | 'interoperable';

const TOLERATED: ReadonlySet<string> = new Set<FindingCode>(['temporal_too_precise', 'duration_units', 'text_for_uri']);

/** Whether a finding refuses nothing under the profile `interoperable`. */
export const isTolerable = (code: string): boolean => TOLERATED.has(code);

/** The findings that refuse the content. */
export const refusing = (findings: readonly Issue[], profile: ValidationProfile): readonly Issue[] =>
  profile === 'strict' ? findings : findings.filter(({ code }) => !isTolerable(code));
