import type { JsonObject } from '@cairn/core';
import type { DemoRecord } from './patients.ts';
import { archetypeRoot } from './rm.ts';

/** A directory that files each record in the folder it belongs to. */
export function directoryOf(records: readonly DemoRecord[]): JsonObject {
  const byFolder = Map.groupBy(records, ({ folder }) => folder);
  return {
    ...folder('Records'),
    folders: [...byFolder].map(([name, filed]) => ({ ...folder(name), items: filed.map(reference) })),
  };
}

const folder = (name: string): JsonObject => archetypeRoot('FOLDER', 'openEHR-EHR-FOLDER.generic.v1', name);

const reference = ({ objectId }: DemoRecord): JsonObject => ({
  _type: 'OBJECT_REF',
  id: { _type: 'HIER_OBJECT_ID', value: objectId },
  namespace: 'local',
  type: 'VERSIONED_COMPOSITION',
});
