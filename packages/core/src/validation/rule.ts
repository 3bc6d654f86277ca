import type { JsonObject } from '../json/value.ts';

/** Reports a finding on the object under check; `at` is a path below it, such as `/defining_code`. */
export type Report = (code: string, message: string, at?: string) => void;

/**
 * One RM invariant, checked on every object whose class is `rmClass` or a subtype: when the object is structurally
 * sound down to its own attributes' primitive types, or, where the rule is about one attribute, when that one is. An
 * absent attribute is `undefined`.
 */
export interface RmRule {
  readonly rmClass: string;
  /**
   * The attribute without which an object cannot break the rule; most rules have one, so that most objects meet few
   * rules.
   */
  readonly attribute?: string;
  /** Stable snake_case rule name. */
  readonly code: string;
  readonly check: (object: JsonObject, report: Report) => void;
}
