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
import { refusalIn } from '../change-control/refusal.ts';
import { knownUuid, RESOURCE_DELETE, updateTarget } from '../change-control/targets.ts';
import { checkUidForUpdate, objectIdForCreation } from '../change-control/uid.ts';
import { parseUidBasedId, parseUuid } from '../change-control/version-uid.ts';
import { createVersionedReader } from '../change-control/versioned-reader.ts';
import { withCurrentTemplates } from '../definition/registry.ts';
import { CdrError } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';

/**
 * COMPOSITION: requirement "COMPOSITION". Throws `ehr_not_found`, `object_not_found`, `version_not_found`, `invalid_body`,
 * `validation_failed`, `unknown_template`, `ehr_not_modifiable`, `precondition_failed`, `illegal_lifecycle_transition`, …
 */
export interface CompositionService {
  create(ehrId: string, composition: JsonObject, options?: CommitOptions): Promise<CommittedVersion>;
  /** `uidBasedId`: a version uid, or an object uuid (then the latest version, or the one at a time). */
  get(ehrId: string, uidBasedId: string, at?: AtTime): Promise<VersionRead>;
  update(ehrId: string, objectId: string, composition: JsonObject, options: UpdateOptions): Promise<CommittedVersion>;
  /** Logical deletion of the version given, which must be the latest (`not_latest_version`, `already_deleted`). */
  delete(ehrId: string, versionUid: string, options?: CommitOptions): Promise<CommittedVersion>;
  readonly versioned: VersionedObjects;
}

const noObject = (reason: string): CdrError =>
  new CdrError('object_not_found', `There is no COMPOSITION with this id: ${reason}`);

export function createCompositionService(kernel: Kernel): CompositionService {
  const { records, tags } = kernel.store;
  const reader = createVersionedReader({ records, tags, timezone: kernel.timezone }, 'COMPOSITION');

  return {
    versioned: reader,

    create: (ehrId, composition, options = {}) =>
      withCurrentTemplates(kernel.templates, async () => {
        const lifecycleState = lifecycleOf(options);
        const content = await checkContent(kernel, 'COMPOSITION', composition, lifecycleState);
        const objectId = objectIdForCreation(content.data, kernel.systemId) ?? kernel.ids.uuid();
        const audit = auditOf(kernel, 'create', options);
        return commitOne(kernel, {
          ehrId: knownUuid(ehrId, 'ehr_not_found'),
          audit,
          change: { kind: 'create', rmType: 'COMPOSITION', objectId, ...content, lifecycleState, audit },
          check: () => refuseFindings(content.findings()),
          ...(options.tags && { tags: options.tags }),
        });
      }),

    get: async (ehrId, uidBasedId, at) => {
      const id = knownUuid(ehrId, 'ehr_not_found');
      const selector = reader.selectorAt(at);
      const named = parseUidBasedId(uidBasedId);
      return named?.kind === 'object' ? reader.read(id, named.objectId, selector) : reader.readVersion(id, uidBasedId);
    },

    update: (ehrId, objectId, composition, options) =>
      withCurrentTemplates(kernel.templates, async () => {
        const lifecycleState = lifecycleOf(options);
        const content = await checkContent(kernel, 'COMPOSITION', composition, lifecycleState);
        const audit = auditOf(kernel, 'update', options);
        const ehr = knownUuid(ehrId, 'ehr_not_found');
        const id = parseUuid(objectId);
        if (id === undefined) throw await refusalIn(records, ehr, noObject('it is not a UUID'));
        checkUidForUpdate(content.data, id);
        const target = updateTarget(id, options);
        return commitOne(kernel, {
          ehrId: ehr,
          audit,
          change: { kind: 'update', rmType: 'COMPOSITION', target, ...content, lifecycleState, audit },
          check: () => refuseFindings(content.findings()),
          ...(options.tags && { tags: options.tags }),
        });
      }),

    delete: async (ehrId, versionUid, options = {}) => {
      const id = knownUuid(ehrId, 'ehr_not_found');
      const named = parseUidBasedId(versionUid);
      if (!named) throw await refusalIn(records, id, noObject('it is not a version uid'));
      if (named.kind === 'object') {
        throw new CdrError('invalid_parameter', 'A deletion names the version that it supersedes, not the object');
      }
      const audit = auditOf(kernel, 'delete', options);
      const { objectId } = named.versionUid;
      const target = { objectId, preceding: [named.versionUid], policy: RESOURCE_DELETE };
      return commitOne(kernel, { ehrId: id, audit, change: { kind: 'delete', rmType: 'COMPOSITION', target, audit } });
    },
  };
}
