/**
 * What a store keeps of a document so that queries find it: its archetype roots, and its data values by their paths. Made in the
 * core when a version is committed. Necessary conditions only are checked on it; what is true is decided on documents.
 */

/** A text in the index is cut after so many UTF-16 units, never within a code point. */
export const INDEX_TEXT_LIMIT = 48;

/** A document with a longer code, in UTF-16 units, is not indexed: databases limit what an index can hold. */
export const INDEX_CODE_LIMIT = 500;

export interface DocumentIndex {
  /** In document order: a root's place in the list is its pre-order number. The first is the document itself. */
  readonly roots: readonly IndexRoot[];
  readonly leaves: readonly IndexLeaf[];
}

/** A LOCATABLE whose `archetype_node_id` is the id of an archetype. */
export interface IndexRoot {
  readonly archetypeId: string;
  readonly rmType: string;
  /** Pre-order number of the nearest root around it; -1: none. */
  readonly parent: number;
  /** Pre-order number of the last root within it; its own when there is none. */
  readonly last: number;
}

/** A data value. */
export interface IndexLeaf {
  /** Pre-order number of the nearest root. */
  readonly root: number;
  /** From that root: `/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value`, without names. */
  readonly path: string;
  /** Empty: there is no value here; the ELEMENT that could have one is. */
  readonly rmType: string;
  /** Of a DV_QUANTITY. */
  readonly units?: string;
  /** Indexes of the list members on the path, below the root: `0.3`. Empty: the path leads through no list. */
  readonly position: string;
  /**
   * What the value is ordered by, as the nearest double: magnitude, ratio, ordinal value; DV_BOOLEAN 0 or 1; DV_DATE,
   * DV_DATE_TIME, DV_TIME and DV_DURATION seconds, dates and date-times since 0001-01-01T00:00Z.
   */
  readonly number?: number;
  /** Its text; of a number that no double is, its digits. */
  readonly text?: string;
  /** `code::terminology`, up to `INDEX_CODE_LIMIT`. */
  readonly code?: string;
}
