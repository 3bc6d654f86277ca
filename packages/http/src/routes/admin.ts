import { CdrError, type Cdr } from '@cairn/core';
import type { Operation } from '../routing/index.ts';

const COMMON = { group: 'Admin', role: 'admin' } as const;

const adminDeleteAll: Operation = {
  ...COMMON,
  id: 'admin_ehr_delete_all',
  method: 'DELETE',
  path: '/admin/ehr/all',
  summary: 'Remove the EHRs named by ehr_id, or with confirm=all every EHR, physically and for good',
  query: ['ehr_id', 'confirm'],
  statuses: [204, 400, 404],
  async handle(call) {
    const ehrIds = new Set(call.queryAll('ehr_id').map((ehrId) => ehrId.toLowerCase()));
    if (ehrIds.size > 0) {
      for (const ehrId of ehrIds) {
        if (!(await call.cdr.ehrs.exists(ehrId)))
          throw new CdrError('ehr_not_found', 'One of these EHRs does not exist; none was removed.');
      }
      for (const ehrId of ehrIds) await remove(call.cdr, ehrId);
    } else if (call.query('confirm') === 'all') {
      await call.cdr.admin.deleteAllEhrs();
    } else {
      throw new CdrError(
        'missing_parameter',
        'Name the EHRs with ehr_id, or confirm with confirm=all that every EHR is to be removed.',
      );
    }
    return { status: 204 };
  },
};

/** One that somebody else has removed meanwhile is removed. */
async function remove(cdr: Cdr, ehrId: string): Promise<void> {
  try {
    await cdr.admin.deleteEhr(ehrId);
  } catch (error) {
    if (!(error instanceof CdrError && error.code === 'ehr_not_found')) throw error;
  }
}

const adminDelete: Operation = {
  ...COMMON,
  id: 'admin_ehr_delete',
  method: 'DELETE',
  path: '/admin/ehr/{ehr_id}',
  summary: 'Remove an EHR and everything in it, physically and for good',
  statuses: [204, 404],
  async handle(call) {
    await call.cdr.admin.deleteEhr(call.param('ehr_id'));
    return { status: 204 };
  },
};

const adminTemplateDelete: Operation = {
  ...COMMON,
  id: 'admin_template_delete',
  method: 'DELETE',
  path: '/admin/template/{template_id}',
  summary: 'Remove an operational template that nothing uses',
  statuses: [204, 404, 409],
  async handle(call) {
    await call.cdr.templates.delete(call.param('template_id'));
    return { status: 204 };
  },
};

const adminQueryDelete: Operation = {
  ...COMMON,
  id: 'admin_query_delete',
  method: 'DELETE',
  path: '/admin/query/{qualified_query_name}/{version}',
  summary: 'Remove one version of a stored query',
  statuses: [204, 400, 404],
  async handle(call) {
    await call.cdr.query.stored.delete(call.param('qualified_query_name'), call.param('version'));
    return { status: 204 };
  },
};

/** Not served unless `admin.enabled`: these paths answer 405 then (ITS-REST, "Admin API"). */
export const adminPaths: readonly string[] = [
  '/admin/ehr/all',
  '/admin/ehr/{ehr_id}',
  '/admin/template/{template_id}',
  '/admin/query/{qualified_query_name}/{version}',
];

/** The literal `all` comes before the parameter that would take it. */
export const adminOperations: readonly Operation[] = [
  adminDeleteAll,
  adminDelete,
  adminTemplateDelete,
  adminQueryDelete,
];
