import type { Operation } from '../routing/index.ts';
import { adminOperations, adminPaths } from './admin.ts';
import { compositionOperations } from './composition.ts';
import { contributionOperations } from './contribution.ts';
import { directoryOperations } from './directory.ts';
import { ehrStatusOperations } from './ehr-status.ts';
import { ehrOperations } from './ehr.ts';
import { queryOperations } from './query.ts';
import { storedQueryOperations } from './stored-query.ts';
import { systemOperation } from './system.ts';
import { tagsOperations } from './tags.ts';
import { templateOperations } from './template.ts';

export { explanationJson } from './explain.ts';
export { ITS_REST_VERSION } from './system.ts';

export interface RecordApi {
  /** In the order in which they are tried. */
  readonly operations: readonly Operation[];
  /** Paths of what is switched off. */
  readonly closed: readonly string[];
}

/** The record API, with or without its administration. */
export function recordApi(options: { readonly admin: boolean }): RecordApi {
  const operations = [
    ...ehrOperations,
    ...ehrStatusOperations,
    ...compositionOperations,
    ...directoryOperations,
    ...contributionOperations,
    ...tagsOperations,
    ...templateOperations,
    ...storedQueryOperations,
    ...queryOperations,
    ...(options.admin ? adminOperations : []),
  ];
  return { operations: [...operations, systemOperation(operations)], closed: options.admin ? [] : adminPaths };
}
