/** EHRs and versions in memory, as a source of documents for queries: no validation, no store. */
import { rubricOf } from '../../../src/change-control/codes.ts';
import { formatVersionUid, parseUidBasedId } from '../../../src/change-control/version-uid.ts';
import { readEhrStatusFlags } from '../../../src/change-control/ehr-status-flags.ts';
import type { JsonObject } from '../../../src/json/index.ts';
import { stringifyJson } from '../../../src/json/index.ts';
import type { QueryAccess, QueryDocument, QueryEhr, QueryStore } from '../../../src/ports/query.ts';
import type { ChangeType, EhrRecord, LifecycleState, VersionedKind } from '../../../src/ports/store.ts';

export const SYSTEM_ID = 'test.system';

export interface CommitInput {
  readonly kind?: VersionedKind;
  /** Uid of the version that this one follows. */
  readonly preceding?: string;
  readonly lifecycleState?: LifecycleState;
  readonly changeType?: ChangeType;
  readonly committer?: string;
  /** Of a new object; random when absent. */
  readonly objectId?: string;
  readonly timeCommitted?: number;
}

export interface Repository {
  readonly store: QueryStore;
  /** How many EHRs were taken out of the store by queries. */
  readonly delivered: () => number;
  /** A new EHR; its id. */
  ehr(status?: JsonObject, ehrId?: string): string;
  /** A version of a new object or of the one that `preceding` names; its uid. */
  commit(ehrId: string, document: JsonObject, input?: CommitInput): string;
  /** Several versions in one contribution; their uids. */
  contribution(ehrId: string, documents: readonly JsonObject[]): readonly string[];
  delete(ehrId: string, preceding: string): string;
  removeEhr(ehrId: string): void;
  record(ehrId: string): EhrRecord;
  /** Milliseconds. */
  timeCommitted(uid: string): number | undefined;
  document(uid: string): JsonObject | undefined;
}

interface StoredVersion extends Omit<QueryDocument, 'latest' | 'document'> {
  readonly content: JsonObject | undefined;
  readonly bytes: Uint8Array | undefined;
}

interface StoredEhr {
  record: EhrRecord;
  readonly versions: StoredVersion[];
}

const DEFAULT_STATUS: JsonObject = {
  _type: 'EHR_STATUS',
  name: { _type: 'DV_TEXT', value: 'EHR Status' },
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  is_queryable: true,
  is_modifiable: true,
  subject: { _type: 'PARTY_SELF' },
};

export const START = Date.UTC(2024, 0, 1);

export function createRepository(): Repository {
  const ehrs = new Map<string, StoredEhr>();
  let ticks = 0;
  let delivered = 0;
  const now = (): number => START + (ticks += 1) * 1000;
  const find = (ehrId: string): StoredEhr => {
    const found = ehrs.get(ehrId);
    if (!found) throw new Error(`no EHR ${ehrId}`);
    return found;
  };
  const byUid = (uid: string): StoredVersion | undefined =>
    [...ehrs.values()].flatMap(({ versions }) => versions).find((version) => formatVersionUid(version) === uid);

  const add = (
    ehrId: string,
    document: JsonObject | undefined,
    input: CommitInput,
    contributionId: string,
    time: number,
  ): string => {
    const ehr = find(ehrId);
    const before = input.preceding === undefined ? undefined : byUid(input.preceding);
    const objectId = before?.objectId ?? input.objectId ?? ownObjectId(document) ?? crypto.randomUUID();
    const number = (before?.number ?? 0) + 1;
    const kind = before?.kind ?? input.kind ?? (document?.['_type'] as VersionedKind);
    const uid = formatVersionUid({ objectId, systemId: SYSTEM_ID, number });
    const content = document && { ...document, uid: { _type: 'OBJECT_VERSION_ID', value: uid } };
    const changeType = input.changeType ?? (document ? (before ? '251' : '249') : '523');
    ehr.versions.push({
      objectId,
      number,
      kind,
      systemId: SYSTEM_ID,
      lifecycleState: input.lifecycleState ?? (document ? '532' : '523'),
      changeType,
      templateId: undefined,
      contributionId,
      timeCommitted: time,
      audit: stringifyJson({
        _type: 'AUDIT_DETAILS',
        system_id: SYSTEM_ID,
        change_type: {
          _type: 'DV_CODED_TEXT',
          value: rubricOf('change', changeType),
          defining_code: {
            _type: 'CODE_PHRASE',
            terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
            code_string: changeType,
          },
        },
        committer: { _type: 'PARTY_IDENTIFIED', name: input.committer ?? 'A. Tester' },
      }),
      signature: undefined,
      attestations: [],
      objectCreated: ehr.versions.find((version) => version.objectId === objectId)?.timeCommitted ?? time,
      precedingSystemId: before?.systemId ?? null,
      content,
      bytes: content && new TextEncoder().encode(stringifyJson(content)),
    });
    if (kind === 'EHR_STATUS' && document) ehr.record = { ...ehr.record, ...readEhrStatusFlags(document) };
    return uid;
  };

  const commit: Repository['commit'] = (ehrId, document, input = {}) =>
    add(ehrId, document, input, crypto.randomUUID(), input.timeCommitted ?? now());

  return {
    commit,
    delivered: () => delivered,
    ehr: (status = DEFAULT_STATUS, ehrId = crypto.randomUUID()) => {
      const statusObjectId = crypto.randomUUID();
      const timeCreated = now();
      const flags = readEhrStatusFlags(status);
      ehrs.set(ehrId, { record: { ehrId, systemId: SYSTEM_ID, timeCreated, statusObjectId, ...flags }, versions: [] });
      commit(
        ehrId,
        { ...DEFAULT_STATUS, ...status },
        { kind: 'EHR_STATUS', objectId: statusObjectId, timeCommitted: timeCreated },
      );
      return ehrId;
    },
    contribution: (ehrId, documents) => {
      const [id, time] = [crypto.randomUUID(), now()];
      return documents.map((document) => add(ehrId, document, {}, id, time));
    },
    delete: (ehrId, preceding) => add(ehrId, undefined, { preceding }, crypto.randomUUID(), now()),
    removeEhr: (ehrId) => void ehrs.delete(ehrId),
    record: (ehrId) => find(ehrId).record,
    timeCommitted: (uid) => byUid(uid)?.timeCommitted,
    document: (uid) => byUid(uid)?.content,
    store: {
      async *candidates(access) {
        const ordered = [...ehrs.values()].sort(
          ({ record: a }, { record: b }) => a.timeCreated - b.timeCreated || (a.ehrId < b.ehrId ? -1 : 1),
        );
        for (const ehr of ordered) {
          const { ehrId, queryable } = ehr.record;
          if (access.ehrId === undefined ? !queryable && !access.hiddenToo : ehrId !== access.ehrId) continue;
          delivered += 1;
          yield deliver(ehr, access);
        }
      },
    },
  };
}

function deliver({ record, versions }: StoredEhr, { kinds, allVersions }: QueryAccess): QueryEhr {
  const last = new Map(versions.map(({ objectId, number }) => [objectId, number]));
  const documents = versions.flatMap(({ bytes, ...version }): readonly QueryDocument[] => {
    const latest = last.get(version.objectId) === version.number;
    const seen = kinds.has(version.kind) && (allVersions || (latest && bytes !== undefined));
    return seen ? [{ ...version, document: bytes, latest }] : [];
  });
  return { ehr: record, documents };
}

function ownObjectId(document: JsonObject | undefined): string | undefined {
  const uid = document?.['uid'] as JsonObject | undefined;
  const id = typeof uid?.['value'] === 'string' ? parseUidBasedId(uid['value']) : undefined;
  return id?.kind === 'object' ? id.objectId : id?.versionUid.objectId;
}
