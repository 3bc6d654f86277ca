/**
 * The query side of a store. AQL is evaluated in the core, on documents: a store only says which EHRs and documents may
 * matter, and streams them. It may give too much, never too little.
 */
import type { IndexLeaf, IndexRoot } from './document-index.ts';
import type { CancelSignal } from './runtime.ts';
import type { EhrRecord, VersionedKind, VersionRecord } from './store.ts';

export interface QueryDocument extends VersionRecord {
  /** UTF-8 canonical JSON; undefined for a deletion. */
  readonly document: Uint8Array | undefined;
  /** The latest version of its object; the only one that is seen outside VERSION[ALL_VERSIONS]. */
  readonly latest: boolean;
  /** Commit time of the first version of its object. */
  readonly objectCreated: number;
  /** Of the version before, which another system may have made; null: this is the first. */
  readonly precedingSystemId: string | null;
}

/** An EHR with the documents that may matter. */
export interface QueryEhr {
  readonly ehr: EhrRecord;
  /** By commit time, then by position in the contribution. */
  readonly documents: readonly QueryDocument[];
}

/** An EHR with documents of which index rows may be all that there is. */
export interface ProjectedEhr {
  readonly ehr: EhrRecord;
  /** In the order of `QueryEhr`. */
  readonly documents: readonly (QueryDocument | ProjectedDocument)[];
}

/** A latest version by its index rows. */
export interface ProjectedDocument extends Pick<VersionRecord, 'objectId' | 'kind' | 'number' | 'systemId'> {
  /** In document order: the document itself, then the roots that were asked for. */
  readonly roots: readonly ProjectedRoot[];
}

export interface ProjectedRoot extends Omit<IndexRoot, 'parent'> {
  /** Its pre-order number among all roots of the document. */
  readonly number: number;
  /** In no particular order. */
  readonly leaves: readonly ProjectedLeaf[];
}

export type ProjectedLeaf = Omit<IndexLeaf, 'root'>;

/** Which index rows of a document are enough. */
export interface Projection {
  /** Roots of these archetypes, and the document itself. */
  readonly archetypeIds: readonly string[];
  /** Of these roots the leaves at these paths. */
  readonly paths: readonly ProjectedPath[];
}

/** A path from a root to a leaf: each step that can have a node id has at-codes. `leafChooser` decides which stored paths fit. */
export interface ProjectedPath extends PathPattern {
  /** What is read of the data value: `magnitude`, `defining_code/code_string`; empty: what it is compared by. */
  readonly suffix: string;
}

/** What a query has to see. */
export interface QueryAccess {
  /** Only this EHR, whether it is queryable or not; absent: all queryable ones. */
  readonly ehrId?: string;
  /** Also EHRs that are not queryable: for maintenance, and for queries that name the EHRs that they are about. */
  readonly hiddenToo?: boolean;
  /** All versions of each object, deletions included; false: the latest of each, deletions left out. */
  readonly allVersions: boolean;
  /** Documents of other kinds are not looked at; empty: the EHRs alone are enough. */
  readonly kinds: ReadonlySet<VersionedKind>;
  /** May be left out of account, as a whole or in part. */
  readonly narrowing?: Narrowing;
}

/** What is known beforehand of the documents that can have a part in the result. */
export interface Narrowing {
  /** Other EHRs have no rows. */
  readonly ehrIds?: readonly string[];
  /** EHRs whose EHR_STATUS names none of these subjects have no rows. */
  readonly subjects?: readonly NamedSubject[];
  /** EHRs without a document of this kind have no rows. */
  readonly required?: Need;
  /** Documents that do not meet it change nothing. */
  readonly documents?: Need;
}

export interface NamedSubject {
  readonly id: string;
  /** Absent: any. */
  readonly namespace?: string;
}

/** A condition on documents, decided on their index rows; a document that is not indexed meets every one. */
export type Need =
  /** With no operands: every document, or none. */
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Need[] }
  | { readonly kind: 'kind'; readonly of: VersionedKind }
  /** It has a root of one of these archetypes. */
  | { readonly kind: 'root'; readonly archetypeIds: readonly string[] }
  /** It has no root of one of these archetypes and classes, but for itself. */
  | { readonly kind: 'no-root'; readonly archetypeIds: readonly string[]; readonly rmTypes: readonly string[] }
  /** It is of one of these templates, or of none. */
  | { readonly kind: 'template'; readonly templateIds: readonly string[] }
  | { readonly kind: 'object'; readonly objectIds: readonly string[] }
  /** It has a data value at such a path that passes one of the tests. */
  | { readonly kind: 'leaf'; readonly path: PathPattern; readonly tests: readonly LeafTest[] };

/** Stored paths that the path of a query may lead to; `pathMatcher` decides. */
export interface PathPattern {
  /** Node ids that the object at the beginning of the path must have; absent: any, or none. */
  readonly nodeIds?: readonly string[];
  readonly steps: readonly PatternStep[];
}

export interface PatternStep {
  readonly attribute: string;
  /** One of them, an at-code or an archetype id, is the node id here; absent: any, or none. */
  readonly nodeIds?: readonly string[];
}

/** Bounds are included; texts are cut as in the index. */
export type LeafTest = { /** Absent: whatever the class of the value. */ readonly rmTypes?: readonly string[] } & (
  | { readonly column: 'number'; readonly lower?: number; readonly upper?: number }
  | { readonly column: 'text' | 'code'; readonly lower?: string; readonly upper?: string }
  | { readonly column: 'units'; readonly equals: string }
  /** There is the place for a value, and none. */
  | { readonly column: 'none' }
);

export interface QueryStore {
  /**
   * EHRs in the order of their creation, then of their ids: the order of rows without ORDER BY. An EHR without documents is
   * an EHR too. The consumer may stop at any time; `return` of the iterator then frees what it holds.
   */
  candidates(access: QueryAccess): AsyncIterable<QueryEhr>;
  /**
   * The same EHRs and documents in the same order, but documents by their index rows. A document that has none, or a leaf that
   * is not `isReadable`, is given as it is. Absent where a store has no such thing.
   */
  projected?(access: QueryAccess, projection: Projection): AsyncIterable<ProjectedEhr>;
  /** Answers from index rows alone; absent where a store has none. */
  readonly index?: IndexStore;
  /**
   * The same for one caller: once the signal is aborted, what is under way ends, at the database too, with `query_cancelled`; so
   * it does with `query_timeout` when so many milliseconds have gone by from now on. Absent where nothing takes long without a
   * look at the signal and the clock in between.
   */
  until?(patience: Patience): QueryStore;
  /** Lets other work of the process have its turn, which long queries ask for; absent: no turn. */
  pause?(): Promise<void>;
  /** What the store asks its database, in its own language and without values; absent where it can't tell. */
  explain?(question: ExplainedQuestion): Promise<readonly string[]>;
}

/** How long somebody waits for an answer. */
export interface Patience {
  readonly signal?: CancelSignal;
  readonly timeoutMs: number;
}

export type ExplainedQuestion =
  | { readonly kind: 'candidates'; readonly access: QueryAccess }
  | { readonly kind: 'projected'; readonly access: QueryAccess; readonly projection: Projection }
  | { readonly kind: 'count' | 'numbers' | 'groups' | 'rows'; readonly query: IndexQuery };

/** Roots of one archetype, or the values at one path below them: rows that need no document. */
export interface IndexQuery {
  /** Only this EHR, whether it is queryable or not. */
  readonly ehrId?: string;
  /** Only these, whether they are queryable or not. */
  readonly ehrIds?: readonly string[];
  /** The composition has one of these archetypes. */
  readonly compositionArchetypeIds?: readonly string[];
  /** `context/start_time/value` is in this range; its bounds are shorter than texts that are cut. */
  readonly start?: IndexRange<string>;
  /** It is one of these; when there are not so many, there may be no rows at all. */
  readonly first?: IndexedFirst;
  /** The entry whose instances are the rows; absent: the compositions are. */
  readonly entry?: { readonly rmType: string; readonly archetypeId: string };
  /** Its composition has no such root; there is no `entry` then. */
  readonly without?: { readonly rmType: string; readonly archetypeId: string };
  /** Each value at this path is a row. */
  readonly leaf?: IndexedLeaf;
  /** What rows are wanted with; `text`: all that is known of their value, beside a number. */
  readonly wanted: ReadonlySet<'uid' | 'start-time' | 'text'>;
}

/** With conditions, only values that meet all of them; with none, all values, and also entries and ELEMENTs without any. */
export interface IndexedLeaf {
  /** Begins at the entry; every step that can have a node id has an at-code. */
  readonly path: PathPattern;
  /** The magnitude of a DV_QUANTITY or DV_COUNT is in this range. */
  readonly range?: IndexRange<number>;
  /** What the value has at `value` is one of these texts, each of which is shorter than texts that are cut. */
  readonly texts?: readonly string[];
  /** It is a DV_CODED_TEXT with one of these codes, of any terminology. None has `::` in it, or `:` at its end. */
  readonly codes?: readonly string[];
}

export interface IndexRange<T> {
  readonly lower?: T;
  readonly lowerIncluded: boolean;
  readonly upper?: T;
  readonly upperIncluded: boolean;
}

/** The first compositions by `context/start_time`, as a text or as a moment. */
export interface IndexedFirst {
  readonly column: 'text' | 'number';
  readonly descending: boolean;
  /** Those that start when the last of them does belong to them; descending, those that have no start time as well. */
  readonly count: number;
}

export interface IndexedRow {
  readonly ehrId: string;
  /** Of the composition. */
  readonly uid: string | undefined;
  /** Undefined: there is no place for one. */
  readonly value: IndexedValue | undefined;
  /** Value of `context/start_time`. */
  readonly startTime: string | undefined;
}

/** A data value by its row; text and code as they were wanted. */
export type IndexedValue = Pick<IndexLeaf, 'rmType' | 'units' | 'number' | 'text' | 'code'>;

/**
 * The rows of one EHR by their numbers, which ascend, or, with a condition on codes or texts, by these; undefined: those without a
 * number.
 */
export interface IndexedGroup {
  readonly ehrId: string;
  readonly values: readonly (readonly [value: number | string | undefined, count: number])[];
}

export interface IndexOrder {
  readonly path: PathPattern;
  readonly column: 'number' | 'text';
  readonly descending: boolean;
  readonly count: number;
}

/** Every method gives undefined when the index alone can't tell; then documents are looked at. */
export interface IndexStore {
  count(query: IndexQuery): Promise<number | undefined>;
  /** The different values, ascending, each with how often it occurs. `query.leaf` is there, without conditions on texts or codes. */
  numbers(query: IndexQuery): Promise<readonly (readonly [value: number, count: number])[] | undefined>;
  /** EHRs with rows, in the order of candidates. Undefined also when they would be very many. */
  groups(query: IndexQuery): Promise<readonly IndexedGroup[] | undefined>;
  /**
   * Rows in the order of candidates: the first ones at least, up to `limit`, or all. With `first` those of compositions that start at
   * the same time are in this order, others in any. Undefined also when they would be very many.
   */
  rows(query: IndexQuery, limit?: number): Promise<readonly IndexedRow[] | undefined>;
  /** The last of the first so many values at a path, by number or text; undefined also when there are fewer. */
  bound(order: IndexOrder): Promise<number | string | undefined>;
}
