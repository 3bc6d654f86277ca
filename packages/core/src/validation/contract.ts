import type { Issue } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';

/** What the reference model says about an object. */
export interface RmFindings {
  /**
   * Unknown attribute, wrong `_type`, missing mandatory attribute, wrong primitive: the object is not RM at all (400).
   */
  readonly structural: readonly Issue[];
  /** Broken RM invariants: the object has RM's form, but means nothing (422). */
  readonly invariants: readonly Issue[];
}

/**
 * Checks an object whose declared type is `rmType` (a `_type` may name a subtype) against the whole reference model.
 */
export type CheckRm = (value: JsonValue, rmType: string) => RmFindings;

/** A template, compiled for validation. */
export interface CompiledTemplate {
  readonly templateId: string;
  /** Archetype id of the root, and its RM type. */
  readonly archetypeId: string;
  readonly rmType: string;
  /**
   * What in the template cannot be checked and therefore rejects nothing, such as a regular expression that is broken.
   */
  readonly warnings: readonly string[];
  /**
   * Findings of the template on an object that is structurally sound RM.
   * `relaxMinimums`: lifecycle state incomplete, so what is missing is not a finding; what is wrong still is.
   */
  validate(root: JsonObject, options?: { readonly relaxMinimums?: boolean }): readonly Issue[];
}
