/** Reading versions back, the same for every kind of versioned object. */
import { CdrError } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import type {
  RecordStore,
  StoredVersion,
  TagStore,
  VersionedKind,
  VersionedObjectRecord,
  VersionRecord,
  VersionSelector,
} from '../ports/store.ts';
import { formatInstant, parseRequestTime } from '../time/index.ts';
import type { AtTime, OriginalVersionRead, ReadTags, VersionedObjects, VersionRead } from './contract.ts';
import { attestations, commitAudit, originalVersion, parseDocument } from './original-version.ts';
import { noEhr } from './refusal.ts';
import { knownUuid } from './targets.ts';
import { formatVersionUid, parseUuid, parseVersionUid } from './version-uid.ts';

export interface VersionedReader extends VersionedObjects {
  /** A version with its content; `object_not_found` or `version_not_found` when there is none. */
  read(ehrId: string, objectId: string, selector: VersionSelector): Promise<VersionRead>;
  /** The same by version uid. */
  readVersion(ehrId: string, versionUid: string): Promise<VersionRead>;
  /** A selector out of the time that a caller gave; throws `invalid_datetime`. */
  selectorAt(at: AtTime | undefined): VersionSelector;
}

interface ReaderDeps {
  readonly records: RecordStore;
  readonly tags: TagStore;
  readonly timezone: string;
}

const NO_TAGS: ReadTags = { version: [], object: [] };

export function createVersionedReader({ records, tags, timezone }: ReaderDeps, kind: VersionedKind): VersionedReader {
  const object = async (ehrId: string, objectId: string): Promise<VersionedObjectRecord> => {
    const id = parseUuid(objectId);
    const record = id === undefined ? undefined : await records.object(ehrId, id);
    if (record?.kind !== kind) throw await notFound(ehrId);
    return record;
  };

  const notFound = async (ehrId: string): Promise<CdrError> => {
    const ehr = await records.ehr(ehrId);
    if (!ehr) return noEhr();
    return new CdrError('object_not_found', `There is no such ${kind} in this EHR`);
  };

  const stored = async (ehrId: string, objectId: string, selector: VersionSelector): Promise<StoredVersion> => {
    const version = await records.version(ehrId, objectId, selector);
    if (version?.kind === kind) return version;
    await object(ehrId, objectId);
    const text =
      selector.kind === 'at' ? 'The object had no version yet at that time' : `There is no such version of the ${kind}`;
    throw new CdrError('version_not_found', text);
  };

  const storedByUid = async (ehrId: string, versionUid: string): Promise<StoredVersion> => {
    const uid = parseVersionUid(versionUid);
    if (!uid) throw await notFound(ehrId);
    const version = await stored(ehrId, uid.objectId, { kind: 'number', number: uid.number });
    if (version.systemId !== uid.systemId)
      throw new CdrError('version_not_found', `There is no such version of the ${kind}`);
    return version;
  };

  const readTags = async (ehrId: string, version: StoredVersion): Promise<ReadTags> => {
    if (!version.tagged) return NO_TAGS;
    const { objectId, number } = version;
    const of = async (target: { objectId: string; number?: number }) =>
      (await tags.tags(ehrId, target)).map(({ tag }) => tag);
    return { version: await of({ objectId, number }), object: await of({ objectId }) };
  };

  const asRead = async (ehrId: string, version: StoredVersion): Promise<VersionRead> => {
    const uid = formatVersionUid(version);
    const timeCommitted = formatInstant(version.timeCommitted);
    const { document: bytes, lifecycleState, templateId } = version;
    if (!bytes) return { kind: 'deleted', uid, rmType: kind, timeCommitted };
    let parsed: JsonObject | undefined;
    return {
      kind: 'content',
      uid,
      rmType: kind,
      timeCommitted,
      lifecycleState,
      templateId,
      bytes,
      get data() {
        return (parsed ??= parseDocument(bytes));
      },
      tags: await readTags(ehrId, version),
    };
  };

  /** The system id may have changed between two versions, so the one before is asked for its own. */
  const readOriginalVersion = async (ehrId: string, version: StoredVersion): Promise<OriginalVersionRead> => {
    const { objectId, number, document, timeCommitted } = version;
    const before =
      number > 1 ? await records.version(ehrId, objectId, { kind: 'number', number: number - 1 }) : undefined;
    const content = document && parseDocument(document, 'lexical');
    const data = originalVersion(version, content, before?.systemId);
    return { uid: formatVersionUid(version), timeCommitted: formatInstant(timeCommitted), data };
  };

  return {
    read: async (ehrId, objectId, selector) => asRead(ehrId, await stored(ehrId, objectId, selector)),
    readVersion: async (ehrId, versionUid) => asRead(ehrId, await storedByUid(ehrId, versionUid)),
    selectorAt: (at) => (at === undefined ? { kind: 'latest' } : { kind: 'at', time: instantOf(at, timezone) }),

    container: async (ehr, objectId) => {
      const ehrId = knownUuid(ehr, 'ehr_not_found');
      const { objectId: id, timeCreated } = await object(ehrId, objectId);
      return {
        _type: `VERSIONED_${kind}`,
        uid: { _type: 'HIER_OBJECT_ID', value: id },
        owner_id: {
          _type: 'OBJECT_REF',
          id: { _type: 'HIER_OBJECT_ID', value: ehrId },
          namespace: 'local',
          type: 'EHR',
        },
        time_created: { _type: 'DV_DATE_TIME', value: formatInstant(timeCreated) },
      };
    },

    revisionHistory: async (ehr, objectId) => {
      const ehrId = knownUuid(ehr, 'ehr_not_found');
      const { objectId: id } = await object(ehrId, objectId);
      return { _type: 'REVISION_HISTORY', items: (await records.history(ehrId, id)).map(revisionHistoryItem) };
    },

    versionAt: async (ehr, objectId, at) => {
      const selector: VersionSelector =
        at === undefined ? { kind: 'latest' } : { kind: 'at', time: instantOf(at, timezone) };
      const ehrId = knownUuid(ehr, 'ehr_not_found');
      return readOriginalVersion(ehrId, await stored(ehrId, (await object(ehrId, objectId)).objectId, selector));
    },

    version: async (ehr, objectId, versionUid) => {
      const ehrId = knownUuid(ehr, 'ehr_not_found');
      const version = await storedByUid(ehrId, versionUid);
      if (version.objectId !== parseUuid(objectId)) {
        throw new CdrError('version_not_found', `That version belongs to another ${kind}`);
      }
      return readOriginalVersion(ehrId, version);
    },
  };
}

/** Milliseconds of a time that a caller gave. */
export const instantOf = (at: AtTime, timezone: string): number =>
  typeof at === 'number' ? at : parseRequestTime(at, timezone);

/** RM common, REVISION_HISTORY_ITEM: the commit audit first, then attestations in the order of time. */
const revisionHistoryItem = (version: VersionRecord): JsonObject => ({
  _type: 'REVISION_HISTORY_ITEM',
  version_id: { _type: 'OBJECT_VERSION_ID', value: formatVersionUid(version) },
  audits: [commitAudit(version), ...attestations(version)],
});
