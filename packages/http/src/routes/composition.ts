import { CdrError, parseUuid } from '@cairn/core';
import { contentAnswer, type Operation } from '../routing/index.ts';
import { atTime, commitOptions, updateOptions } from './input.ts';
import { versionedOperations } from './versioned.ts';
import { deletedAnswer, versionWritten } from './written.ts';

const COMMON = { group: 'COMPOSITION', produces: ['json', 'xml'] } as const;
const WRITE_HEADERS = [
  'Prefer',
  'openehr-version',
  'openehr-audit-details',
  'openehr-item-tag',
  'openehr-version-item-tag',
] as const;

const compositionCreate: Operation = {
  ...COMMON,
  id: 'composition_create',
  method: 'POST',
  path: '/ehr/{ehr_id}/composition',
  summary: 'Commit a new COMPOSITION',
  consumes: ['json', 'xml'],
  headers: WRITE_HEADERS,
  statuses: [201, 400, 404, 409, 422],
  async handle(call) {
    const options = commitOptions(call);
    const composition = await call.object('COMPOSITION');
    const version = await call.cdr.compositions.create(call.param('ehr_id'), composition, options);
    return versionWritten(call, version, { created: true, rmType: 'COMPOSITION', resource: 'composition' });
  },
};

const compositionGet: Operation = {
  ...COMMON,
  id: 'composition_get',
  method: 'GET',
  path: '/ehr/{ehr_id}/composition/{uid_based_id}',
  summary: 'Get a COMPOSITION: a version by its uid, or of an object the latest or the one at a time',
  query: ['version_at_time'],
  statuses: [200, 204, 400, 404],
  async handle(call) {
    const read = await call.cdr.compositions.get(call.param('ehr_id'), call.param('uid_based_id'), atTime(call).at);
    return contentAnswer(call, read);
  },
};

const compositionUpdate: Operation = {
  ...COMMON,
  id: 'composition_update',
  method: 'PUT',
  path: '/ehr/{ehr_id}/composition/{uid_based_id}',
  summary: 'Commit a new version of a COMPOSITION',
  consumes: ['json', 'xml'],
  headers: ['If-Match', ...WRITE_HEADERS],
  statuses: [200, 204, 400, 404, 409, 412, 422],
  async handle(call) {
    const objectId = call.param('uid_based_id');
    if (objectId.includes('::')) {
      throw new CdrError(
        'invalid_parameter',
        'An update names the object by its bare uuid; the version goes into If-Match.',
      );
    }
    const options = updateOptions(call);
    const composition = await call.object('COMPOSITION');
    const version = await call.cdr.compositions.update(call.param('ehr_id'), objectId, composition, options);
    return versionWritten(call, version, { created: false, rmType: 'COMPOSITION', resource: 'composition' });
  },
};

const compositionDelete: Operation = {
  group: 'COMPOSITION',
  id: 'composition_delete',
  method: 'DELETE',
  path: '/ehr/{ehr_id}/composition/{uid_based_id}',
  summary: 'Delete a COMPOSITION logically, by its latest version uid',
  headers: ['openehr-audit-details'],
  statuses: [204, 400, 404, 409],
  async handle(call) {
    const versionUid = call.param('uid_based_id');
    if (parseUuid(versionUid) !== undefined)
      throw new CdrError('invalid_parameter', 'A deletion names the full uid of the latest version.');
    // The lifecycle state of a deletion is not the caller's to choose.
    const { lifecycleState: _, ...options } = commitOptions(call);
    return deletedAnswer(call, await call.cdr.compositions.delete(call.param('ehr_id'), versionUid, options));
  },
};

export const compositionOperations: readonly Operation[] = [
  compositionCreate,
  compositionGet,
  compositionUpdate,
  compositionDelete,
  ...versionedOperations({
    group: 'COMPOSITION',
    name: 'versioned_composition',
    path: '/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}',
    rmType: 'VERSIONED_COMPOSITION',
    objects: (cdr) => cdr.compositions.versioned,
    objectId: (call) => call.param('versioned_object_uid'),
  }),
];
