import type { Cdr, VersionedObjects } from '@cairn/core';
import { rmAnswer, versionAnswer, type Call, type Operation } from '../routing/index.ts';
import { atTime } from './input.ts';

/** One kind of versioned object and where its history is served. */
interface VersionedResource {
  readonly group: string;
  /** Start of the operation ids. */
  readonly name: string;
  readonly path: string;
  readonly rmType: string;
  readonly objects: (cdr: Cdr) => VersionedObjects;
  readonly objectId: (call: Call) => Promise<string> | string;
}

/** The four ways into the history of a versioned object: itself, its revision history, a version by time and by uid. */
export function versionedOperations(resource: VersionedResource): readonly Operation[] {
  const { group, name, path, rmType, objects, objectId } = resource;
  const common = { method: 'GET', group, produces: ['json', 'xml'] } as const;
  return [
    {
      ...common,
      id: `${name}_get`,
      path,
      summary: `Get the ${rmType}`,
      statuses: [200, 404],
      async handle(call) {
        const data = await objects(call.cdr).container(call.param('ehr_id'), await objectId(call));
        return rmAnswer(call, data, rmType);
      },
    },
    {
      ...common,
      id: `${name}_revision_history`,
      path: `${path}/revision_history`,
      summary: `Get the REVISION_HISTORY of the ${rmType}`,
      statuses: [200, 404],
      async handle(call) {
        const data = await objects(call.cdr).revisionHistory(call.param('ehr_id'), await objectId(call));
        return rmAnswer(call, data, 'REVISION_HISTORY');
      },
    },
    {
      ...common,
      id: `${name}_version_get_at_time`,
      path: `${path}/version`,
      summary: `Get a VERSION of the ${rmType}, the latest or the one at a time`,
      query: ['version_at_time'],
      statuses: [200, 400, 404],
      async handle(call) {
        const { at } = atTime(call);
        const read = await objects(call.cdr).versionAt(call.param('ehr_id'), await objectId(call), at);
        return versionAnswer(call, read);
      },
    },
    {
      ...common,
      id: `${name}_version_get_by_id`,
      path: `${path}/version/{version_uid}`,
      summary: `Get a VERSION of the ${rmType} by its uid`,
      statuses: [200, 404],
      async handle(call) {
        const read = await objects(call.cdr).version(
          call.param('ehr_id'),
          await objectId(call),
          call.param('version_uid'),
        );
        return versionAnswer(call, read);
      },
    },
  ];
}
