/** Physical removal. The files keep no bytes of what is gone: free space is overwritten, and the log is emptied. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AdminStore } from '@cairn/core';
import { withConnection, type Connection } from './connection.ts';
import { attestation, contribution, ehr, itemTag, subject, version, versionedObject } from './schema.ts';
import { matches } from './statement.ts';

/** So many EHRs are removed in one transaction; in between, others have their turn. */
const BATCH = 50;

export function adminStore(connection: Connection): AdminStore {
  const { orm, client } = connection;
  // What refers to other rows goes before them.
  const dependents = [itemTag, attestation, version, versionedObject, contribution, subject].map((table) =>
    orm.delete(table).where(matches(table.ehrId, 'ehrId')).prepare(),
  );
  const itself = orm.delete(ehr).where(matches(ehr.ehrId, 'ehrId')).prepare();
  const all = orm.select({ ehrId: ehr.ehrId }).from(ehr).prepare();

  const remove = client.transaction((ehrIds: readonly string[]) => {
    let removed = 0;
    for (const ehrId of ehrIds) {
      for (const deletion of dependents) deletion.run({ ehrId });
      removed += itself.run({ ehrId }).changes;
    }
    return removed;
  });

  const emptyLog = (): void => void withConnection(connection, () => client.pragma('wal_checkpoint(TRUNCATE)'));

  return {
    async deleteEhr(ehrId) {
      const removed = withConnection(connection, () => remove.immediate([ehrId]));
      if (removed > 0) emptyLog();
      return removed > 0;
    },
    async deleteAllEhrs() {
      const ehrIds = withConnection(connection, () => all.all().map(({ ehrId }) => ehrId));
      let removed = 0;
      for (let start = 0; start < ehrIds.length; start += BATCH) {
        removed += withConnection(connection, () => remove.immediate(ehrIds.slice(start, start + BATCH)));
        await nextTurn();
      }
      if (removed > 0) emptyLog();
      return removed;
    },
  };
}
