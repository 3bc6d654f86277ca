/**
 * One class of the reference model, as a fact.
 *
 * `attributes` are its own ones, in the order of the XML schemas (release 1.0.2, then what later releases added). The
 * notation is `TYPE` for a mandatory single value, `TYPE?` for an optional one, `TYPE*` for a list that may be absent
 * and `TYPE+` for one that may not; `@TYPE` is an XML attribute where all others are XML elements. Sets are lists,
 * generic types are erased to their bound, functions (computed attributes) are left out.
 */
export interface ClassFact {
  /** The class it inherits from. */
  readonly is?: string;
  readonly abstract?: true;
  readonly attributes?: Readonly<Record<string, string>>;
}
