import type { JsonObject } from '../json/value.ts';
import type { ItemTag, LifecycleState, VersionedKind } from '../ports/store.ts';

/** A PARTY_PROXY in canonical JSON, or just a display name (becomes PARTY_IDENTIFIED). */
export type Committer = JsonObject | string;

/** What a caller may say about one commit; everything has a default. */
export interface CommitOptions {
  /** Default: the CDR's `defaultCommitter`. */
  readonly committer?: Committer;
  /**
   * "Version lifecycle state" of the new version: code, rubric or `code|rubric|` (`553`, `incomplete`, `553|incomplete|`).
   * Default `532|complete|`.
   */
  readonly lifecycleState?: string;
  /** "Audit change type", spelled like `lifecycleState`; must fit the operation. */
  readonly changeType?: string;
  /** Free text that goes with the audit. */
  readonly description?: string;
  /** Tags written in the same transaction: for this very version, and for its versioned object. Replaces the target's tags. */
  readonly tags?: { readonly version?: readonly ItemTag[]; readonly object?: readonly ItemTag[] };
}

/** An update or deletion names the version that it builds on. */
export interface UpdateOptions extends CommitOptions {
  /** The latest version uid as the caller knows it; several: any may match. Not the latest: `precondition_failed`. */
  readonly precedingVersionUid: string | readonly string[];
}

/** What an acknowledged commit of one version gives back. */
export interface CommittedVersion {
  readonly ehrId: string;
  /** Version uid, `<object uuid>::<system id>::<n>`. */
  readonly uid: string;
  readonly contributionUid: string;
  /** ISO 8601 with milliseconds and `Z`. */
  readonly timeCommitted: string;
  readonly lifecycleState: LifecycleState;
  /** The object as stored, uid included; absent after a deletion. */
  readonly data?: JsonObject;
  /** The tags that the version and its object have now; absent after a deletion. */
  readonly tags?: ReadTags;
}

/** A version of an object as it is read back. */
export type VersionRead =
  | {
      readonly kind: 'content';
      readonly uid: string;
      readonly rmType: VersionedKind;
      readonly timeCommitted: string;
      readonly lifecycleState: LifecycleState;
      readonly templateId: string | undefined;
      /** Canonical JSON as stored, UTF-8. */
      readonly bytes: Uint8Array;
      /** The same, parsed on first use; numbers that a double can't hold are LexicalNumber. */
      readonly data: JsonObject;
      readonly tags: ReadTags;
    }
  /** The object was deleted at that time, or this version is its deletion. */
  | { readonly kind: 'deleted'; readonly uid: string; readonly rmType: VersionedKind; readonly timeCommitted: string };

/** Tags of a version and of its versioned object. */
export interface ReadTags {
  readonly version: readonly ItemTag[];
  readonly object: readonly ItemTag[];
}

/** When to look: an ISO 8601 date-time (no offset: the CDR's time zone), or milliseconds since 1970. Default: now. */
export type AtTime = string | number;

/** The history side of one kind of versioned object. */
export interface VersionedObjects {
  /** VERSIONED_COMPOSITION, VERSIONED_EHR_STATUS or VERSIONED_FOLDER. */
  container(ehrId: string, objectId: string): Promise<JsonObject>;
  /** REVISION_HISTORY, oldest first. */
  revisionHistory(ehrId: string, objectId: string): Promise<JsonObject>;
  /** ORIGINAL_VERSION at a time; a deletion has no `data`. */
  versionAt(ehrId: string, objectId: string, at?: AtTime): Promise<OriginalVersionRead>;
  /** ORIGINAL_VERSION by its uid, which must belong to the object. */
  version(ehrId: string, objectId: string, versionUid: string): Promise<OriginalVersionRead>;
}

export interface OriginalVersionRead {
  readonly uid: string;
  readonly timeCommitted: string;
  readonly data: JsonObject;
}
