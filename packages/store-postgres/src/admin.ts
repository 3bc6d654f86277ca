/**
 * Physical removal. Rows that are gone can't be read any more; their bytes stay in the database's files, log archive and
 * backups for as long as vacuum and retention leave them there.
 */
import type { AdminStore } from '@cairn/core';
import type { RecentTexts } from '@cairn/store-sql';
import type { Connection, Orm } from './connection.ts';
import type { DictionaryKeys } from './dictionary-keys.ts';
import { and, asc, eq } from './drizzle.ts';
import { replaceIndexRows } from './index-rows.ts';
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
import { storedIndexReader } from './stored-index.ts';

/** What refers to other rows goes before them. */
const DEPENDENTS = [leaf, root, document, itemTag, attestation, version, versionedObject, contribution];

/** So many EHRs are looked up at once, then removed one by one. */
const BATCH = 50;

export function adminStore({ orm, run }: Connection, keys: DictionaryKeys, texts: RecentTexts): AdminStore {
  const stored = storedIndexReader(orm);

  async function deleteEhr(ehrId: string): Promise<boolean> {
    const removed = await run((orm) => orm.transaction((transaction) => remove(transaction, ehrId)));
    if (removed) texts.forgetAll();
    return removed;
  }

  return {
    deleteEhr,
    indexOf: (ehrId, objectId) => run(() => stored(ehrId, objectId)),
    replaceIndexes: (replacements) => run(() => replaceIndexRows(orm, replacements, keys)),
    async deleteAllEhrs() {
      let removed = 0;
      for (;;) {
        const batch = await run((orm) =>
          orm.select({ ehrId: ehr.ehrId }).from(ehr).orderBy(asc(ehr.ehrId)).limit(BATCH),
        );
        if (batch.length === 0) return removed;
        for (const { ehrId } of batch) {
          if (await deleteEhr(ehrId)) removed += 1;
        }
      }
    },
  };
}

async function remove(orm: Orm, ehrId: string): Promise<boolean> {
  const itself = eq(ehr.ehrId, ehrId);
  // No commit comes in between.
  const [locked] = await orm.select({ subjectKey: ehr.subjectKey }).from(ehr).where(itself).for('update');
  if (!locked) return false;
  for (const table of DEPENDENTS) await orm.delete(table).where(eq(table.ehrId, ehrId));
  if (locked.subjectKey) {
    await orm.delete(subject).where(and(eq(subject.subjectKey, locked.subjectKey), eq(subject.ehrId, ehrId)));
  }
  await orm.delete(ehr).where(itself);
  return true;
}
