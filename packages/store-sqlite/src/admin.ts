/** Physical removal. The files and this process keep nothing of what is gone: free space is overwritten, and the log is emptied. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AdminStore, IndexReplacement } from '@cairn/core';
import type { RecentTexts } from '@cairn/store-sql';
import { withConnection, type Connection } from './connection.ts';
import { inArray } from './drizzle.ts';
import { indexRowWriter } from './index-rows.ts';
import { storedIndexReader } from './stored-index.ts';
import {
  attestation,
  contribution,
  document,
  ehr,
  itemTag,
  leaf,
  root,
  subject,
  version,
  versionedObject,
} from './schema.ts';
import { matches } from './statement.ts';
import { writing } from './writing.ts';

/** So many EHRs are removed in one transaction; in between, others have their turn. */
const BATCH = 50;

export function adminStore(connection: Connection, texts: RecentTexts): AdminStore {
  const { orm, client } = connection;
  // What refers to other rows goes before them.
  const itsDocuments = orm.select({ key: document.documentKey }).from(document).where(matches(document.ehrId, 'ehrId'));
  const dependents = [
    ...[leaf, root].map((table) => orm.delete(table).where(inArray(table.documentKey, itsDocuments)).prepare()),
    ...[document, itemTag, attestation, version, versionedObject, contribution, subject].map((table) =>
      orm.delete(table).where(matches(table.ehrId, 'ehrId')).prepare(),
    ),
  ];
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

  const writer = indexRowWriter(orm);
  const stored = storedIndexReader(orm);
  const replace = client.transaction((replacements: readonly IndexReplacement[]) => {
    return replacements.filter(({ ehrId, objectId, timeCommitted, index }) =>
      writer.reindex(ehrId, objectId, timeCommitted, index),
    ).length;
  });

  function wipe(): void {
    texts.forgetAll();
    withConnection(connection, () => client.pragma('wal_checkpoint(TRUNCATE)'));
  }

  return {
    async deleteEhr(ehrId) {
      const removed = await writing(connection, () => remove.immediate([ehrId]));
      if (removed > 0) wipe();
      return removed > 0;
    },
    async indexOf(ehrId, objectId) {
      return withConnection(connection, () => stored(ehrId, objectId));
    },
    async replaceIndexes(replacements) {
      // Dictionary entries that are not kept after all must not be used again.
      writer.forget();
      return writing(connection, () => replace.immediate(replacements));
    },
    async deleteAllEhrs() {
      const ehrIds = withConnection(connection, () => all.all().map(({ ehrId }) => ehrId));
      let removed = 0;
      for (let start = 0; start < ehrIds.length; start += BATCH) {
        removed += await writing(connection, () => remove.immediate(ehrIds.slice(start, start + BATCH)));
        await nextTurn();
      }
      if (removed > 0) wipe();
      return removed;
    },
  };
}
