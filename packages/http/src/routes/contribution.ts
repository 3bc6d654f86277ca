import { CdrError, isJsonObject, type ContributionWindow, type JsonObject } from '@cairn/core';
import { parseCommitHeaders } from '../headers/index.ts';
import {
  etagOf,
  jsonAnswer,
  lastModified,
  rmAnswer,
  writtenAnswer,
  writtenBody,
  type Operation,
} from '../routing/index.ts';
import { count } from './input.ts';

const contributionCreate: Operation = {
  group: 'CONTRIBUTION',
  id: 'contribution_create',
  method: 'POST',
  path: '/ehr/{ehr_id}/contribution',
  summary: 'Commit a change set',
  produces: ['json', 'xml'],
  consumes: ['json', 'xml'],
  headers: ['Prefer', 'openehr-audit-details'],
  statuses: [201, 400, 404, 409, 422],
  async handle(call) {
    const { changeType, description, committer = call.principal.committer } = parseCommitHeaders(call.header);
    const contribution = withChangeType(await call.object('CONTRIBUTION'), changeType);
    const ehrId = call.param('ehr_id');
    const defaults = { committer, ...(description !== undefined && { description }) };
    const committed = await call.cdr.contributions.create(ehrId, contribution, defaults);
    return writtenAnswer(call, {
      uid: committed.uid,
      created: true,
      path: `/ehr/${ehrId.toLowerCase()}/contribution/${committed.uid}`,
      time: committed.timeCommitted,
      representation: () => writtenBody(call, committed.data, 'CONTRIBUTION'),
    });
  },
};

/** The change type of `openehr-audit-details`, where the body's own audit has none. */
function withChangeType(contribution: JsonObject, changeType: string | undefined): JsonObject {
  const { audit = {} } = contribution;
  if (changeType === undefined || !isJsonObject(audit) || audit['change_type'] !== undefined) return contribution;
  return { ...contribution, audit: { ...audit, change_type: { terminology_id: 'openehr', code_string: changeType } } };
}

const contributionGet: Operation = {
  group: 'CONTRIBUTION',
  id: 'contribution_get',
  method: 'GET',
  path: '/ehr/{ehr_id}/contribution/{contribution_uid}',
  summary: 'Get a CONTRIBUTION',
  produces: ['json', 'xml'],
  statuses: [200, 404],
  async handle(call) {
    const read = await call.cdr.contributions.get(call.param('ehr_id'), call.param('contribution_uid'));
    const headers = { ...etagOf(call, read.uid), ...lastModified(read.timeCommitted) };
    return rmAnswer(call, read.data, 'CONTRIBUTION', headers);
  },
};

const contributionList: Operation = {
  group: 'CONTRIBUTION',
  id: 'contribution_list',
  method: 'GET',
  path: '/ehr/{ehr_id}/contribution',
  summary: "List an EHR's contributions, newest first",
  produces: ['json'],
  query: ['offset', 'fetch', 'time_range'],
  statuses: [200, 400, 404],
  async handle(call) {
    const offset = count(call, 'offset');
    const fetch = count(call, 'fetch');
    const window: ContributionWindow = {
      ...(offset !== undefined && { offset }),
      ...(fetch !== undefined && { fetch }),
      ...timeRange(call.query('time_range')),
    };
    const { rows, total } = await call.cdr.contributions.list(call.param('ehr_id'), window);
    return jsonAnswer({ rows: rows.map((row) => ({ ...row })), total });
  },
};

/** `<lower>/<upper>`, inclusive; either side may be empty. */
function timeRange(text: string | undefined): { readonly from?: string; readonly to?: string } {
  if (text === undefined) return {};
  const [from, to, ...rest] = text.split('/');
  if (from === undefined || to === undefined || rest.length > 0) {
    throw new CdrError('invalid_parameter', 'time_range must be written <lower>/<upper>; either side may be empty.');
  }
  return { ...(from !== '' && { from }), ...(to !== '' && { to }) };
}

export const contributionOperations: readonly Operation[] = [contributionCreate, contributionGet, contributionList];
