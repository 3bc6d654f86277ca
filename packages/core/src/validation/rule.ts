import type { JsonObject } from '../json/value.ts';

/** Reports a finding on the object under check; `at` is a path below it, such as `/defining_code`. */
export type Report = (code: string, message: string, at?: string) => void;

/**
 * One RM invariant. It is checked on every object whose class is `rmClass` or a subtype, and only when the object is
 * structurally sound down to its own attributes' primitive types; an absent optional attribute is `undefined`.
 */
export interface RmRule {
  readonly rmClass: string;
  /** Stable snake_case rule name. */
  readonly code: string;
  readonly check: (object: JsonObject, report: Report) => void;
}
