import { contentAnswer, type Operation } from '../routing/index.ts';
import { versionWritten } from './written.ts';
import { atTime, updateOptions } from './input.ts';
import { versionedOperations } from './versioned.ts';

const COMMON = { group: 'EHR_STATUS', produces: ['json', 'xml'] } as const;

const statusGetAtTime: Operation = {
  ...COMMON,
  id: 'ehr_status_get_at_time',
  method: 'GET',
  path: '/ehr/{ehr_id}/ehr_status',
  summary: 'Get the EHR_STATUS, now or at a time',
  query: ['version_at_time'],
  statuses: [200, 400, 404],
  async handle(call) {
    return contentAnswer(call, await call.cdr.statuses.get(call.param('ehr_id'), atTime(call).at));
  },
};

const statusGetByVersion: Operation = {
  ...COMMON,
  id: 'ehr_status_get_by_version_id',
  method: 'GET',
  path: '/ehr/{ehr_id}/ehr_status/{version_uid}',
  summary: 'Get a version of the EHR_STATUS',
  statuses: [200, 404],
  async handle(call) {
    return contentAnswer(call, await call.cdr.statuses.getVersion(call.param('ehr_id'), call.param('version_uid')));
  },
};

const statusUpdate: Operation = {
  ...COMMON,
  id: 'ehr_status_update',
  method: 'PUT',
  path: '/ehr/{ehr_id}/ehr_status',
  summary: 'Update the EHR_STATUS',
  consumes: ['json', 'xml'],
  headers: [
    'If-Match',
    'Prefer',
    'openehr-version',
    'openehr-audit-details',
    'openehr-item-tag',
    'openehr-version-item-tag',
  ],
  statuses: [200, 204, 400, 404, 409, 412, 422],
  async handle(call) {
    const options = updateOptions(call);
    const status = await call.object('EHR_STATUS');
    const version = await call.cdr.statuses.update(call.param('ehr_id'), status, options);
    return versionWritten(call, version, { created: false, rmType: 'EHR_STATUS', resource: 'ehr_status' });
  },
};

export const ehrStatusOperations: readonly Operation[] = [
  statusGetAtTime,
  statusUpdate,
  statusGetByVersion,
  ...versionedOperations({
    group: 'EHR_STATUS',
    name: 'versioned_ehr_status',
    path: '/ehr/{ehr_id}/versioned_ehr_status',
    rmType: 'VERSIONED_EHR_STATUS',
    objects: (cdr) => cdr.statuses.versioned,
    objectId: (call) => call.cdr.statuses.objectId(call.param('ehr_id')),
  }),
];
