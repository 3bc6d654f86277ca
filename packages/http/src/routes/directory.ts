import { CdrError, type VersionRead } from '@cairn/core';
import { contentAnswer, type Answer, type Call, type Operation } from '../routing/index.ts';
import { atTime, commitOptions, updateOptions } from './input.ts';
import { deletedAnswer, versionWritten } from './written.ts';

const COMMON = { group: 'DIRECTORY', produces: ['json', 'xml'] } as const;

/**
 * The answer to a read at `path`: folder names below the root, percent-decoded once they are apart, so that a name may hold a slash.
 * Where there is no such folder, the path was encoded as a whole, as libraries do with every parameter.
 */
async function readFolder(
  call: Call,
  read: (at: { readonly path?: readonly string[] }) => Promise<VersionRead>,
): Promise<Answer> {
  const whole = call.query('path');
  if (whole === undefined) return contentAnswer(call, await read({}));
  const written = call.rawQuery('path') ?? whole;
  try {
    return contentAnswer(call, await read({ path: namesIn(written).map(decoded) }));
  } catch (error) {
    const encodedAsWhole = error instanceof CdrError && error.code === 'folder_not_found' && /%2f/i.test(written);
    if (!encodedAsWhole) throw error;
    return contentAnswer(call, await read({ path: namesIn(whole) }));
  }
}

const namesIn = (path: string): readonly string[] => path.split('/').filter((name) => name !== '');

function decoded(name: string): string {
  const spaced = name.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
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
    return versionWritten(call, version, { created: true, rmType: 'FOLDER', resource: 'directory' });
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
    return versionWritten(call, version, { created: false, rmType: 'FOLDER', resource: 'directory' });
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
    const at = atTime(call);
    return readFolder(call, (path) => call.cdr.directories.get(call.param('ehr_id'), { ...at, ...path }));
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
    return readFolder(call, (path) =>
      call.cdr.directories.getVersion(call.param('ehr_id'), call.param('version_uid'), path),
    );
  },
};

export const directoryOperations: readonly Operation[] = [
  directoryCreate,
  directoryUpdate,
  directoryDelete,
  directoryGet,
  directoryGetByVersion,
];
