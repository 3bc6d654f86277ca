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
import type { Target } from '../change-control/decide.ts';
import type { Kernel } from '../change-control/kernel.ts';
import { noEhr, refusalIn } from '../change-control/refusal.ts';
import { knownUuid, updateTarget } from '../change-control/targets.ts';
import { checkUidForUpdate, objectIdForCreation } from '../change-control/uid.ts';
import { parseDocument } from '../change-control/original-version.ts';
import { createVersionedReader, instantOf } from '../change-control/versioned-reader.ts';
import { CdrError } from '../errors.ts';
import { stringifyJson } from '../json/index.ts';
import type { JsonObject } from '../json/value.ts';
import { folderAtPath } from './folder-path.ts';

/** Slash-separated folder names below the root, or the names themselves (which then may hold a slash). */
export type FolderPath = string | readonly string[];

/** DIRECTORY: the EHR's primary folder hierarchy, the first created one that is live. Requirement "DIRECTORY". */
export interface DirectoryService {
  /** Throws `directory_exists` while there is a live one. */
  create(ehrId: string, folder: JsonObject, options?: CommitOptions): Promise<CommittedVersion>;
  /** The hierarchy that was primary at that time. */
  get(ehrId: string, options?: { readonly at?: AtTime; readonly path?: FolderPath }): Promise<VersionRead>;
  /** A version of any root folder hierarchy of the EHR. */
  getVersion(ehrId: string, versionUid: string, options?: { readonly path?: FolderPath }): Promise<VersionRead>;
  update(ehrId: string, folder: JsonObject, options: UpdateOptions): Promise<CommittedVersion>;
  /** Logical deletion; the next live hierarchy becomes the directory. */
  delete(ehrId: string, options: UpdateOptions): Promise<CommittedVersion>;
  readonly versioned: VersionedObjects;
}

export function createDirectoryService(kernel: Kernel): DirectoryService {
  const { records, tags } = kernel.store;
  const reader = createVersionedReader({ records, tags, timezone: kernel.timezone }, 'FOLDER');

  /**
   * The hierarchy that was primary at a time: the first created one that was live then, whatever is primary today. None
   * live any more: the one that lived last, so that its deletion can be read.
   */
  const hierarchyAt = async (ehrId: string, time: number | undefined): Promise<string> => {
    const hierarchies = await records.folderHierarchies(ehrId, time);
    const found = hierarchies.find(({ live }) => live) ?? hierarchies.at(-1);
    if (found) return found.objectId;
    if (!(await records.ehr(ehrId))) throw noEhr();
    throw new CdrError(
      'object_not_found',
      time === undefined ? 'The EHR has no directory' : 'The EHR had no directory at that time',
    );
  };

  /** The directory as the target of a write; a caller who names a hierarchy that is gone is told so. */
  const directoryTarget = async (ehrId: string, options: UpdateOptions): Promise<Target> => {
    const hierarchies = await records.folderHierarchies(ehrId);
    const target = updateTarget('', options);
    const primary = hierarchies.find(({ live }) => live);
    const named = hierarchies.find(({ objectId }) => target.preceding.some((uid) => uid.objectId === objectId));
    const objectId = primary?.objectId ?? named?.objectId ?? hierarchies.at(-1)?.objectId;
    if (objectId !== undefined) return { ...target, objectId, ...(primary && { asDirectory: true }) };
    throw await refusalIn(records, ehrId, new CdrError('object_not_found', 'The EHR has no directory'));
  };

  return {
    versioned: reader,

    create: async (ehrId, folder, options = {}) => {
      refuseTags(options);
      const lifecycleState = lifecycleOf(options);
      const content = await checkContent(kernel, 'FOLDER', folder, lifecycleState);
      const objectId = objectIdForCreation(content.data, kernel.systemId) ?? kernel.ids.uuid();
      const audit = auditOf(kernel, 'create', options);
      return commitOne(kernel, {
        ehrId: knownUuid(ehrId, 'ehr_not_found'),
        audit,
        change: { kind: 'create', rmType: 'FOLDER', objectId, asDirectory: true, ...content, lifecycleState, audit },
        check: () => refuseFindings(content.findings()),
      });
    },

    get: async (ehrId, { at, path } = {}) => {
      const id = knownUuid(ehrId, 'ehr_not_found');
      const time = at === undefined ? undefined : instantOf(at, kernel.timezone);
      const objectId = await hierarchyAt(id, time);
      return atPath(
        await reader.read(id, objectId, time === undefined ? { kind: 'latest' } : { kind: 'at', time }),
        path,
      );
    },

    getVersion: async (ehrId, versionUid, { path } = {}) =>
      atPath(await reader.readVersion(knownUuid(ehrId, 'ehr_not_found'), versionUid), path),

    update: async (ehrId, folder, options) => {
      refuseTags(options);
      const id = knownUuid(ehrId, 'ehr_not_found');
      const lifecycleState = lifecycleOf(options);
      const content = await checkContent(kernel, 'FOLDER', folder, lifecycleState);
      const audit = auditOf(kernel, 'update', options);
      return commitOne(kernel, {
        ehrId: id,
        audit,
        change: async () => {
          const target = await directoryTarget(id, options);
          if (!target.asDirectory) {
            const deleted = new CdrError('object_not_found', 'The EHR has no directory: it was deleted');
            throw await refusalIn(records, id, deleted);
          }
          checkUidForUpdate(content.data, target.objectId);
          return { kind: 'update', rmType: 'FOLDER', target, ...content, lifecycleState, audit };
        },
        check: () => refuseFindings(content.findings()),
      });
    },

    delete: async (ehrId, options) => {
      const id = knownUuid(ehrId, 'ehr_not_found');
      const audit = auditOf(kernel, 'delete', options);
      return commitOne(kernel, {
        ehrId: id,
        audit,
        change: async () => ({ kind: 'delete', rmType: 'FOLDER', target: await directoryTarget(id, options), audit }),
      });
    },
  };
}

/** ITS-REST has no tags of a FOLDER: nobody could read these, or take them away again. */
function refuseTags({ tags }: CommitOptions): void {
  if (tags) throw new CdrError('invalid_parameter', 'A directory has no tags');
}

/** The version with the sub-folder at a path for its content; the uid stays that of the whole. */
function atPath(version: VersionRead, path: FolderPath | undefined): VersionRead {
  if (version.kind === 'deleted' || path === undefined) return version;
  // As it was written: the bytes go out again.
  const data = folderAtPath(parseDocument(version.bytes, 'lexical'), path);
  if (!data) throw new CdrError('folder_not_found', 'There is no folder at this path');
  const bytes = new TextEncoder().encode(stringifyJson(data));
  return { ...version, data: parseDocument(bytes), bytes };
}
