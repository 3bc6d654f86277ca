/**
 * The storage port. The core decides, a store applies: every write is a commit plan of plain data that the store
 * applies in one atomic transaction, after re-checking each expectation under its own isolation. Nothing here calls
 * back into the core, so no transaction is ever held open by a caller.
 *
 * All identifiers are lower-case UUID strings; all times are milliseconds since 1970-01-01T00:00:00Z.
 */

import type { DocumentIndex } from './document-index.ts';
import type { QueryStore } from './query.ts';

/** The openEHR classes that are versioned in an EHR. */
export type VersionedKind = 'COMPOSITION' | 'EHR_STATUS' | 'FOLDER';

/** openEHR "version lifecycle state" code: complete, incomplete, deleted, inactive, abandoned. */
export type LifecycleState = '532' | '553' | '523' | '800' | '801';

/** openEHR "audit change type" code. */
export type ChangeType = '249' | '250' | '251' | '252' | '253' | '523' | '666' | '816' | '817';

// ---------------------------------------------------------------------------------------------------- writing

/** What a decision about a commit needs to know; one round trip. */
export interface CommitContext {
  /** Undefined when there is no such EHR. */
  readonly ehr: EhrRecord | undefined;
  /** The touched objects that exist in this EHR, by object id. */
  readonly objects: ReadonlyMap<string, VersionedObjectRecord>;
  /** Live folder hierarchies, first created first. */
  readonly liveFolders: readonly string[];
}

/** What must still hold when the plan is applied; checked in the order given, the first that fails is reported. */
export type Expectation =
  | { readonly kind: 'ehr-absent' }
  | { readonly kind: 'ehr-present' }
  | { readonly kind: 'ehr-modifiable' }
  /** No other EHR has this subject. */
  | { readonly kind: 'subject-free'; readonly subject: Subject }
  | { readonly kind: 'contribution-absent'; readonly contributionId: string }
  | { readonly kind: 'object-absent'; readonly objectId: string }
  /** The object's latest version has this number, and no other commit has come between. */
  | { readonly kind: 'latest-version'; readonly objectId: string; readonly number: number }
  /** The first live folder hierarchy is this one; undefined: there is none. */
  | { readonly kind: 'primary-folder'; readonly objectId: string | undefined }
  /** The template is there and is the one that the content was validated against: same id, same `timeCreated`. */
  | { readonly kind: 'template-present'; readonly templateId: string; readonly timeCreated: number };

export interface Subject {
  readonly namespace: string;
  readonly id: string;
}

/** A plan without effects is not valid; a plan with `createEhr` has the expectation `ehr-absent`. */
export interface CommitPlan {
  readonly ehrId: string;
  readonly expectations: readonly Expectation[];
  /**
   * The earliest commit time. The store commits at `max(notBefore, last commit of this EHR + 1)`, so that times
   * within an EHR are unique and strictly increasing, whatever the clocks of several nodes say.
   */
  readonly notBefore: number;
  readonly createEhr?: { readonly systemId: string };
  /** New flags and subject of the EHR, when its EHR_STATUS changes. Replaces the EHR's previous subject. */
  readonly ehrStatus?: EhrStatusFlags;
  /** Absent only when nothing but tags changes: tags are not versioned and belong to no contribution. */
  readonly contribution?: NewContribution;
  /** In the order of the change set. */
  readonly versions: readonly NewVersion[];
  readonly attestations: readonly NewAttestation[];
  readonly tags: readonly TagChange[];
}

export interface EhrStatusFlags {
  readonly queryable: boolean;
  readonly modifiable: boolean;
  readonly subject: Subject | undefined;
}

export interface NewContribution {
  readonly contributionId: string;
  /** AUDIT_DETAILS as canonical JSON text, without `time_committed`. */
  readonly audit: string;
  readonly changeType: ChangeType;
  /** Display name of the committer, for the list. */
  readonly committer: string;
}

export interface NewVersion {
  readonly objectId: string;
  readonly number: number;
  readonly kind: VersionedKind;
  readonly systemId: string;
  readonly lifecycleState: LifecycleState;
  readonly changeType: ChangeType;
  readonly templateId?: string;
  /** AUDIT_DETAILS or ATTESTATION as canonical JSON text, without `time_committed`; absent: the contribution's audit. */
  readonly audit?: string;
  readonly signature?: string;
  /** Canonical JSON text of `data`, uid included; absent when the version is a deletion. */
  readonly document?: string;
  /** What queries find it by. Absent with a document: it can't be indexed, and every query looks at it. */
  readonly index?: DocumentIndex;
}

/** An ATTESTATION added to an existing version (change type 666). */
export interface NewAttestation {
  readonly objectId: string;
  readonly number: number;
  /** ATTESTATION as canonical JSON text, without `time_committed`. */
  readonly attestation: string;
}

/** Replaces all tags of one target. */
export interface TagChange {
  readonly target: TagTarget;
  readonly tags: readonly ItemTag[];
}

/** A whole versioned object, or one version of it. */
export interface TagTarget {
  readonly objectId: string;
  readonly number?: number;
}

export interface ItemTag {
  readonly key: string;
  readonly value?: string;
  readonly targetPath?: string;
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly timeCommitted: number }
  | { readonly kind: 'refused'; readonly failed: Expectation };

export interface CommitStore {
  /** State of an EHR and of the named objects in it, for a decision. */
  loadForCommit(ehrId: string, objectIds: readonly string[]): Promise<CommitContext>;
  /**
   * Applies the plan as a whole, or nothing of it. Resolves once it is durable.
   * Which expectation failed is an outcome, not an error; an error means that the store itself is in trouble
   * (`store_unavailable`), and that the plan was not acknowledged. What must be there, unique or in sequence is refused
   * even if the plan does not expect it; a plan that no decision can have made is a TypeError.
   */
  commit(plan: CommitPlan): Promise<CommitOutcome>;
}

// ---------------------------------------------------------------------------------------------------- reading

export interface EhrRecord extends EhrStatusFlags {
  readonly ehrId: string;
  readonly systemId: string;
  readonly timeCreated: number;
  readonly statusObjectId: string;
}

export interface VersionedObjectRecord {
  readonly objectId: string;
  readonly kind: VersionedKind;
  readonly timeCreated: number;
  readonly latest: {
    readonly number: number;
    readonly systemId: string;
    readonly lifecycleState: LifecycleState;
    readonly templateId: string | undefined;
  };
}

/** One version without its document. */
export interface VersionRecord {
  readonly objectId: string;
  readonly number: number;
  readonly kind: VersionedKind;
  readonly systemId: string;
  readonly lifecycleState: LifecycleState;
  readonly changeType: ChangeType;
  readonly templateId: string | undefined;
  readonly contributionId: string;
  readonly timeCommitted: number;
  /** AUDIT_DETAILS or ATTESTATION as canonical JSON text, without `time_committed`. */
  readonly audit: string;
  readonly signature: string | undefined;
  readonly attestations: readonly AttestationRecord[];
}

export interface AttestationRecord {
  readonly attestation: string;
  readonly timeCommitted: number;
  readonly contributionId: string;
}

/** One version with its document: UTF-8 canonical JSON, undefined for a deletion. */
export interface StoredVersion extends VersionRecord {
  readonly document: Uint8Array | undefined;
  /** Whether the version or its versioned object has tags, so that most reads need not ask for them. */
  readonly tagged: boolean;
}

export type VersionSelector =
  | { readonly kind: 'latest' }
  | { readonly kind: 'number'; readonly number: number }
  /** The newest version committed at or before this time. */
  | { readonly kind: 'at'; readonly time: number };

export interface ContributionRecord {
  readonly contributionId: string;
  readonly timeCommitted: number;
  readonly audit: string;
  readonly changeType: ChangeType;
  readonly committer: string;
}

export interface ContributionVersionRef {
  readonly objectId: string;
  readonly number: number;
  readonly systemId: string;
  readonly kind: VersionedKind;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** How many there are in all. */
  readonly total: number;
}

/** A folder hierarchy and when it lived: from its creation to its deletion. */
export interface FolderHierarchyRecord {
  readonly objectId: string;
  readonly timeCreated: number;
  /** Lifecycle state of its latest version at the time asked for. */
  readonly live: boolean;
}

export interface RecordStore {
  ehr(ehrId: string): Promise<EhrRecord | undefined>;
  /** The EHR whose current EHR_STATUS names this subject; exact, case-sensitive. */
  ehrBySubject(subject: Subject): Promise<EhrRecord | undefined>;
  object(ehrId: string, objectId: string): Promise<VersionedObjectRecord | undefined>;
  version(ehrId: string, objectId: string, selector: VersionSelector): Promise<StoredVersion | undefined>;
  /** All versions, oldest first, without documents. */
  history(ehrId: string, objectId: string): Promise<readonly VersionRecord[]>;
  /** All folder hierarchies that existed at a time (now when absent), first created first. */
  folderHierarchies(ehrId: string, at?: number): Promise<readonly FolderHierarchyRecord[]>;
  /** With the versions that it made, in the order of the change set, then those that it only attested. */
  contribution(
    ehrId: string,
    contributionId: string,
  ): Promise<(ContributionRecord & { readonly versions: readonly ContributionVersionRef[] }) | undefined>;
  /** Newest first; `from` and `to` are inclusive. */
  contributions(
    ehrId: string,
    window: { readonly offset: number; readonly fetch: number; readonly from?: number; readonly to?: number },
  ): Promise<Page<ContributionRecord>>;
}

/** A tag as stored; `systemId` is the creating system of the tagged version (of the latest, for a whole object). */
export interface StoredTag {
  readonly target: TagTarget & { readonly kind: VersionedKind; readonly systemId: string };
  readonly tag: ItemTag;
}

export interface TagStore {
  /**
   * Tags of one target, or of all of an EHR's objects; ordered by object id, whole objects before versions, version number,
   * then as they were given.
   */
  tags(ehrId: string, target?: TagTarget): Promise<readonly StoredTag[]>;
  /**
   * Removes the tags with this key from a target and leaves its others alone, whatever happens to them meanwhile. `onlyModifiable`:
   * nothing of an EHR that is deactivated.
   */
  removeKey(ehrId: string, target: TagTarget, key: string, onlyModifiable: boolean): Promise<TagRemoval>;
}

export type TagRemoval = 'removed' | 'tag-absent' | 'ehr-absent' | 'ehr-not-modifiable';

// ------------------------------------------------------------------------------------- definitions and operation

export interface TemplateRecord {
  readonly templateId: string;
  readonly concept: string;
  /** Archetype id of the root. */
  readonly archetypeId: string;
  /** `uid` of the operational template; a new one where it has none. */
  readonly uid: string;
  readonly timeCreated: number;
}

/** One version of a stored query; never changed. */
export interface StoredQueryRecord {
  /** `[{namespace}::]{name}` */
  readonly name: string;
  /** SemVer, in full. */
  readonly version: string;
  /** AQL as it was given. */
  readonly text: string;
  readonly timeSaved: number;
}

export interface DefinitionStore {
  /** Stores a new template; `exists` when the id is taken, whatever its content. */
  putTemplate(template: TemplateRecord, opt: string): Promise<'stored' | 'exists'>;
  template(templateId: string): Promise<(TemplateRecord & { readonly opt: string }) | undefined>;
  /** Ordered by template id (code points). */
  templates(): Promise<readonly TemplateRecord[]>;
  /** Refused (`in-use`) while any version refers to it. */
  deleteTemplate(templateId: string): Promise<'deleted' | 'absent' | 'in-use'>;
  /** Stores a new version of a query; `exists` when this version of this name is taken, whatever its text. */
  putQuery(query: StoredQueryRecord): Promise<'stored' | 'exists'>;
  /** By its exact version. */
  query(name: string, version: string): Promise<StoredQueryRecord | undefined>;
  /** Versions of one name, in no order. */
  queryVersions(name: string): Promise<readonly string[]>;
  /** Every version of every query, in no order. */
  queries(): Promise<readonly StoredQueryRecord[]>;
  deleteQuery(name: string, version: string): Promise<'deleted' | 'absent'>;
}

/** Small facts about this installation, such as the password hash of its first administrator. */
export interface SettingStore {
  get(key: string): Promise<string | undefined>;
  /** Keeps what is there already; gives what is there afterwards. */
  putIfAbsent(key: string, value: string): Promise<string>;
}

/** Physical removal; what it removes is gone for good. */
export interface AdminStore {
  deleteEhr(ehrId: string): Promise<boolean>;
  /** Gives the number of EHRs removed. */
  deleteAllEhrs(): Promise<number>;
  /** Index rows of an object's latest version, as they are stored; undefined: it has none. */
  indexOf(ehrId: string, objectId: string): Promise<DocumentIndex | undefined>;
  /** Replaces index rows; those of objects that have another latest version by now stay. Gives how many were replaced. */
  replaceIndexes(replacements: readonly IndexReplacement[]): Promise<number>;
}

/** New index rows of a version that was the latest a moment ago; `index` undefined: it can't be indexed. */
export interface IndexReplacement {
  readonly ehrId: string;
  readonly objectId: string;
  readonly timeCommitted: number;
  readonly index: DocumentIndex | undefined;
}

export interface StoreHealth {
  readonly database: { readonly up: boolean; readonly detail: string };
  readonly migrations: { readonly current: boolean; readonly detail: string };
}

/** Connections to a database server. */
export interface PoolStatistics {
  readonly inUse: number;
  readonly idle: number;
  /** Requests that wait for one. */
  readonly waiting: number;
}

export interface Store extends AsyncDisposable {
  readonly commits: CommitStore;
  readonly records: RecordStore;
  readonly queries: QueryStore;
  readonly tags: TagStore;
  readonly definitions: DefinitionStore;
  readonly settings: SettingStore;
  readonly admin: AdminStore;
  /** Never throws: a store that does not answer is a finding. */
  health(): Promise<StoreHealth>;
  /** Absent where the database is embedded. */
  pool?(): PoolStatistics;
  /** Finishes waiting commits, then closes. Idempotent. */
  close(): Promise<void>;
}
