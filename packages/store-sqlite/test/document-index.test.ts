import { reindexAll, verifyIndex } from '@cairn/core';
import { deletion, first, newEhr, next, planOn } from '@cairn/core/testing';
import { afterEach, expect, test } from 'vitest';
import { connect } from '../src/connection.ts';
import { sql } from '../src/drizzle.ts';
import { openSqliteStore } from '../src/index.ts';
import { openWithConnection } from './support/opened.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const folder = temporaryFolder();
afterEach(() => folder.remove());

const document = JSON.stringify({
  _type: 'COMPOSITION',
  archetype_node_id: 'openEHR-EHR-COMPOSITION.encounter.v1',
  name: { _type: 'DV_TEXT', value: 'Encounter' },
});

test('documents from before the index are entered by its migration, and indexed by reindex', async () => {
  const { store, connection } = openWithConnection(folder.file);
  const ehr = newEhr();
  await store.commits.commit(ehr);
  const [one, gone] = [first({ document }), first({ document })];
  await store.commits.commit(planOn(ehr.ehrId, { versions: [one, gone] }));
  await store.commits.commit(planOn(ehr.ehrId, { versions: [next(one, { document }), deletion(gone)] }));
  for (const table of ['document', 'root', 'leaf', 'leaf_path', 'archetype']) {
    connection.orm.run(sql`drop table ${sql.identifier(table)}`);
  }
  connection.orm.run(sql`drop index ehr_created`);
  connection.orm.run(sql`drop index ehr_hidden`);
  connection.orm.run(sql`delete from schema_migration where name = 'document-index'`);
  await store.close();

  await using later = await openSqliteStore({ path: folder.file });
  expect(await verifyIndex(later)).toEqual({ documents: 2, unindexed: 2, differing: [] });
  await reindexAll(later);
  expect(await verifyIndex(later)).toEqual({ documents: 2, unindexed: 0, differing: [] });
  const own = connect(folder.file, { create: false });
  const rows = own.orm.all(sql`select * from document where indexed = 1`);
  own.client.close();
  expect(rows).toHaveLength(2);
});
