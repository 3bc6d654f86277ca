import { CdrError, parseUuid, type NewEhr } from '@cairn/core';
import {
  etagOf,
  rmAnswer,
  writtenAnswer,
  writtenBody,
  type Answer,
  type Call,
  type Operation,
} from '../routing/index.ts';
import { commitOptions } from './input.ts';

const COMMON = { group: 'EHR', produces: ['json', 'xml'] } as const;

async function create(call: Call, ehrId?: string): Promise<Answer> {
  const { tags: _, ...commit } = commitOptions(call);
  const status = await call.optionalObject('EHR_STATUS');
  const options: NewEhr = {
    ...commit,
    ...(ehrId !== undefined && { ehrId }),
    ...(status !== undefined && { status }),
  };
  const ehr = await call.cdr.ehrs.create(options);
  return writtenAnswer(call, {
    uid: ehr.ehrId,
    created: true,
    path: `/ehr/${ehr.ehrId}`,
    time: ehr.timeCreated,
    representation: async () => writtenBody(call, await call.cdr.ehrs.get(ehr.ehrId), 'EHR'),
  });
}

const ehrCreate: Operation = {
  ...COMMON,
  id: 'ehr_create',
  method: 'POST',
  path: '/ehr',
  summary: 'Create an EHR, with the EHR_STATUS in the body or a default one',
  consumes: ['json', 'xml'],
  headers: ['Prefer', 'openehr-audit-details'],
  statuses: [201, 400, 409],
  handle: (call) => create(call),
};

const ehrCreateWithId: Operation = {
  ...COMMON,
  id: 'ehr_create_with_id',
  method: 'PUT',
  path: '/ehr/{ehr_id}',
  summary: 'Create an EHR with an id of your choice',
  consumes: ['json', 'xml'],
  headers: ['Prefer', 'openehr-audit-details'],
  statuses: [201, 400, 409],
  handle(call) {
    const ehrId = call.param('ehr_id');
    if (parseUuid(ehrId) === undefined) throw new CdrError('invalid_parameter', 'The id of a new EHR must be a UUID.');
    return create(call, ehrId);
  },
};

const ehrGetById: Operation = {
  ...COMMON,
  id: 'ehr_get_by_id',
  method: 'GET',
  path: '/ehr/{ehr_id}',
  summary: 'Get an EHR',
  statuses: [200, 404],
  async handle(call) {
    const ehrId = call.param('ehr_id').toLowerCase();
    return rmAnswer(call, await call.cdr.ehrs.get(ehrId), 'EHR', etagOf(call, ehrId));
  },
};

const ehrGetBySubject: Operation = {
  ...COMMON,
  id: 'ehr_get_by_subject',
  method: 'GET',
  path: '/ehr',
  summary: 'Get the EHR of a subject',
  query: ['subject_id', 'subject_namespace'],
  statuses: [200, 400, 404],
  async handle(call) {
    const id = call.query('subject_id');
    const namespace = call.query('subject_namespace');
    if (!id || !namespace) {
      throw new CdrError('missing_parameter', 'Both subject_id and subject_namespace are required.');
    }
    return rmAnswer(call, await call.cdr.ehrs.getBySubject(id, namespace), 'EHR');
  },
};

export const ehrOperations: readonly Operation[] = [ehrCreate, ehrCreateWithId, ehrGetById, ehrGetBySubject];
