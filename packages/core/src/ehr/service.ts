import { auditOf, commitOne, lifecycleOf } from '../change-control/commit-one.ts';
import { checkContent, refuseFindings } from '../change-control/content.ts';
import type {
  AtTime,
  CommitOptions,
  CommittedVersion,
  UpdateOptions,
  VersionedObjects,
  VersionRead,
} from '../change-control/contract.ts';
import type { Kernel } from '../change-control/kernel.ts';
import { noEhr } from '../change-control/refusal.ts';
import { knownUuid, updateTarget } from '../change-control/targets.ts';
import { checkUidForUpdate } from '../change-control/uid.ts';
import { createVersionedReader } from '../change-control/versioned-reader.ts';
import { formatVersionUid, parseUuid } from '../change-control/version-uid.ts';
import { CdrError } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import type { EhrRecord } from '../ports/store.ts';
import { ehrObject } from './ehr-object.ts';

/** Its EHR_STATUS is `532|complete|`, as is every one. */
export interface NewEhr extends CommitOptions {
  /** A UUID chosen by the caller; taken: `ehr_exists`. */
  readonly ehrId?: string;
  /** EHR_STATUS in canonical JSON; default: queryable, modifiable, subject PARTY_SELF. */
  readonly status?: JsonObject;
}

export interface CreatedEhr {
  readonly ehrId: string;
  readonly contributionUid: string;
  readonly timeCreated: string;
  /** The first version of its EHR_STATUS. */
  readonly status: CommittedVersion;
}

/** EHR: requirement "EHR"; ITS-REST EHR API. Throws `ehr_not_found`, `ehr_exists`, `subject_exists`. */
export interface EhrService {
  create(options?: NewEhr): Promise<CreatedEhr>;
  /** EHR in canonical JSON, with `folders` and `directory` when there are live hierarchies. */
  get(ehrId: string): Promise<JsonObject>;
  /** The same, by the subject of its current EHR_STATUS: exact and case-sensitive. */
  getBySubject(subjectId: string, subjectNamespace: string): Promise<JsonObject>;
  exists(ehrId: string): Promise<boolean>;
}

/** EHR_STATUS and its versions; there is one per EHR, so no object id is asked for. */
export interface EhrStatusService {
  get(ehrId: string, at?: AtTime): Promise<VersionRead>;
  getVersion(ehrId: string, versionUid: string): Promise<VersionRead>;
  update(ehrId: string, status: JsonObject, options: UpdateOptions): Promise<CommittedVersion>;
  /** Object id of the EHR's EHR_STATUS. */
  objectId(ehrId: string): Promise<string>;
  readonly versioned: VersionedObjects;
}

const DEFAULT_STATUS: JsonObject = { is_queryable: true, is_modifiable: true, subject: { _type: 'PARTY_SELF' } };

export function createEhrService(kernel: Kernel): EhrService {
  const { records } = kernel.store;

  const describe = async (ehr: EhrRecord): Promise<JsonObject> => {
    const status = await records.object(ehr.ehrId, ehr.statusObjectId);
    if (!status) {
      // It may just have been removed.
      throw (await records.ehr(ehr.ehrId)) ? new CdrError('store_corrupt', 'An EHR has no EHR_STATUS') : noEhr();
    }
    const hierarchies = await records.folderHierarchies(ehr.ehrId);
    const statusUid = formatVersionUid({ objectId: status.objectId, ...status.latest });
    return ehrObject(
      ehr,
      statusUid,
      hierarchies.filter(({ live }) => live).map(({ objectId }) => objectId),
    );
  };

  return {
    create: async (options = {}) => {
      const ehrId = chosenId(options.ehrId) ?? kernel.ids.uuid();
      checkComplete(options);
      const { data } = await checkContent(kernel, 'EHR_STATUS', options.status ?? DEFAULT_STATUS, '532');
      const audit = auditOf(kernel, 'create', options);
      const status = await commitOne(kernel, {
        ehrId,
        createEhr: true,
        audit,
        change: {
          kind: 'create',
          rmType: 'EHR_STATUS',
          objectId: kernel.ids.uuid(),
          data,
          template: undefined,
          lifecycleState: '532',
          audit,
        },
        ...(options.tags && { tags: options.tags }),
      });
      return { ehrId, contributionUid: status.contributionUid, timeCreated: status.timeCommitted, status };
    },

    get: async (ehrId) => {
      const ehr = await records.ehr(knownUuid(ehrId, 'ehr_not_found'));
      if (!ehr) throw noEhr();
      return describe(ehr);
    },

    getBySubject: async (id, namespace) => {
      const ehr = await records.ehrBySubject({ id, namespace });
      if (!ehr) throw new CdrError('ehr_not_found', 'There is no EHR for this subject');
      return describe(ehr);
    },

    exists: async (ehrId) => {
      const id = parseUuid(ehrId);
      return id !== undefined && (await records.ehr(id)) !== undefined;
    },
  };
}

function checkComplete(options: CommitOptions): '532' {
  const lifecycleState = lifecycleOf(options);
  if (lifecycleState === '532') return lifecycleState;
  throw new CdrError('invalid_parameter', 'An EHR_STATUS is always 532|complete|');
}

function chosenId(ehrId: string | undefined): string | undefined {
  if (ehrId === undefined) return undefined;
  const id = parseUuid(ehrId);
  if (id === undefined) throw new CdrError('invalid_parameter', 'The id of an EHR must be a UUID');
  return id;
}

export function createEhrStatusService(kernel: Kernel): EhrStatusService {
  const { records, tags } = kernel.store;
  const reader = createVersionedReader({ records, tags, timezone: kernel.timezone }, 'EHR_STATUS');

  const objectId = async (ehrId: string): Promise<string> => {
    const ehr = await records.ehr(knownUuid(ehrId, 'ehr_not_found'));
    if (!ehr) throw noEhr();
    return ehr.statusObjectId;
  };

  return {
    objectId,
    versioned: reader,

    get: async (ehrId, at) => {
      const selector = reader.selectorAt(at);
      return reader.read(knownUuid(ehrId, 'ehr_not_found'), await objectId(ehrId), selector);
    },

    getVersion: async (ehrId, versionUid) => reader.readVersion(knownUuid(ehrId, 'ehr_not_found'), versionUid),

    update: async (ehrId, status, options) => {
      const lifecycleState = checkComplete(options);
      const content = await checkContent(kernel, 'EHR_STATUS', status, lifecycleState);
      const audit = auditOf(kernel, 'update', options);
      const statusId = await objectId(ehrId);
      checkUidForUpdate(content.data, statusId);
      const target = updateTarget(statusId, options);
      return commitOne(kernel, {
        ehrId: knownUuid(ehrId, 'ehr_not_found'),
        audit,
        change: { kind: 'update', rmType: 'EHR_STATUS', target, ...content, lifecycleState, audit },
        check: () => refuseFindings(content.findings()),
        ...(options.tags && { tags: options.tags }),
      });
    },
  };
}
