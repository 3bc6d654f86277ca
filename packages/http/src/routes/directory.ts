import { contentAnswer, type Call, type Operation } from '../routing/index.ts';
import { atTime, commitOptions, updateOptions } from './input.ts';
import { deletedAnswer, versionWritten } from './written.ts';

const COMMON = { group: 'DIRECTORY', produces: ['json', 'xml'] } as const;

/** `path`: folder names below the root, each of which may be percent-encoded once more, so that it can hold a slash. */
function folderPath(call: Call): { readonly path?: readonly string[] } {
  const path = call.query('path');
  return path === undefined
    ? {}
    : {
        path: path
          .split('/')
          .filter((name) => name !== '')
          .map(decoded),
      };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const directoryCreate: Operation = {
  ...COMMON,
  id: 'directory_create',
  method: 'POST',
  path: '/ehr/{ehr_id}/directory',
  summary: 'Create the directory: a root FOLDER',
  consumes: ['json', 'xml'],
  headers: ['Prefer', 'openehr-version', 'openehr-audit-details'],
  statuses: [201, 400, 404, 409, 422],
  async handle(call) {
    const options = commitOptions(call);
    const folder = await call.object('FOLDER');
    const version = await call.cdr.directories.create(call.param('ehr_id'), folder, options);
    return versionWritten(call, version, { created: true, rmType: 'FOLDER', resource: 'directory', options });
  },
};

const directoryUpdate: Operation = {
  ...COMMON,
  id: 'directory_update',
  method: 'PUT',
  path: '/ehr/{ehr_id}/directory',
  summary: 'Update the directory',
  consumes: ['json', 'xml'],
  headers: ['If-Match', 'Prefer', 'openehr-version', 'openehr-audit-details'],
  statuses: [200, 204, 400, 404, 409, 412, 422],
  async handle(call) {
    const options = updateOptions(call);
    const folder = await call.object('FOLDER');
    const version = await call.cdr.directories.update(call.param('ehr_id'), folder, options);
    return versionWritten(call, version, { created: false, rmType: 'FOLDER', resource: 'directory', options });
  },
};

const directoryDelete: Operation = {
  group: 'DIRECTORY',
  id: 'directory_delete',
  method: 'DELETE',
  path: '/ehr/{ehr_id}/directory',
  summary: 'Delete the directory logically; the next live hierarchy takes its place',
  headers: ['If-Match', 'openehr-audit-details'],
  statuses: [204, 400, 404, 409, 412],
  async handle(call) {
    const { lifecycleState: _, ...options } = updateOptions(call);
    return deletedAnswer(call, await call.cdr.directories.delete(call.param('ehr_id'), options));
  },
};

const directoryGet: Operation = {
  ...COMMON,
  id: 'directory_get_at_time',
  method: 'GET',
  path: '/ehr/{ehr_id}/directory',
  summary: 'Get the directory or a folder in it, now or at a time',
  query: ['version_at_time', 'path'],
  statuses: [200, 204, 400, 404],
  async handle(call) {
    const options = { ...atTime(call), ...folderPath(call) };
    return contentAnswer(call, await call.cdr.directories.get(call.param('ehr_id'), options));
  },
};

const directoryGetByVersion: Operation = {
  ...COMMON,
  id: 'directory_get_by_version_id',
  method: 'GET',
  path: '/ehr/{ehr_id}/directory/{version_uid}',
  summary: 'Get a version of any folder hierarchy of the EHR, or a folder in it',
  query: ['path'],
  statuses: [200, 204, 404],
  async handle(call) {
    const read = await call.cdr.directories.getVersion(
      call.param('ehr_id'),
      call.param('version_uid'),
      folderPath(call),
    );
    return contentAnswer(call, read);
  },
};

export const directoryOperations: readonly Operation[] = [
  directoryCreate,
  directoryUpdate,
  directoryDelete,
  directoryGet,
  directoryGetByVersion,
];
