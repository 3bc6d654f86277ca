import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { COPIED, DISTRIBUTION, STATEMENTS } from './support/distribution.ts';
import { everyOperation } from './support/every-operation.ts';
import { onDatabase } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

/** The functions of Citus that the statements call, without what they do. */
const STAND_INS = `
  create function create_distributed_table(name regclass, by text, colocate_with text default 'default', shard_count int default 0)
    returns void language sql as '';
  create function create_reference_table(name regclass) returns void language sql as '';
  create function create_distributed_function(name regprocedure, by text default null, colocate_with text default 'default')
    returns void language sql as '';`;

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  /** Of a foreign key. */
  readonly target: string | null;
  readonly targetColumns: readonly string[] | null;
}

const NAMES = `select array_agg(attname::text order by place) from unnest(KEY) with ordinality as key (number, place)
  join pg_attribute on attrelid = TABLE and attnum = number`;
const names = (table: string, key: string): string => `(${NAMES.replace('TABLE', table).replace('KEY', key)})`;

describe.runIf(postgresWanted)('the way to a distributed database', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase()), 60_000);
  afterAll(() => database.drop());

  const unique = (): Promise<readonly Constraint[]> =>
    onDatabase(
      database.url,
      `select indrelid::regclass::text as table, indexrelid::regclass::text as name, null as target,
         ${names('indrelid', 'indkey::int2[]')} as columns
       from pg_index where indisunique and indrelid::regclass::text in (select relname from pg_stat_user_tables)`,
    );
  const references = (): Promise<readonly Constraint[]> =>
    onDatabase(
      database.url,
      `select conrelid::regclass::text as table, conname as name, confrelid::regclass::text as target,
         ${names('conrelid', 'conkey')} as columns, ${names('confrelid', 'confkey')} as "targetColumns"
       from pg_constraint where contype = 'f' order by 1, 2`,
    );

  test('knows every table', async () => {
    const tables = await onDatabase<{ name: string }>(
      database.url,
      'select relname as name from pg_stat_user_tables order by 1',
    );
    expect([...DISTRIBUTION.keys(), ...COPIED].toSorted()).toEqual(tables.map(({ name }) => name));
  });

  test('every unique constraint of a distributed table has the column that it is distributed by', async () => {
    const constraints = (await unique()).filter(({ table }) => !COPIED.has(table));
    expect(constraints.length).toBeGreaterThan(8);
    for (const { table, name, columns } of constraints) {
      expect({ name, columns }).toEqual({ name, columns: expect.arrayContaining([DISTRIBUTION.get(table)]) });
    }
  });

  test('every foreign key stays with one EHR, or leads to a table that every node has', async () => {
    const keys = await references();
    expect(keys.length).toBeGreaterThan(6);
    for (const { table, name, columns, target, targetColumns } of keys) {
      if (target !== null && COPIED.has(target)) continue;
      expect({ name, from: DISTRIBUTION.get(table), to: DISTRIBUTION.get(target ?? '') }).toEqual({
        name,
        from: 'ehr_id',
        to: 'ehr_id',
      });
      const place = columns.indexOf('ehr_id');
      expect({ name, place, column: targetColumns?.[place] }).toEqual({ name, place: 0, column: 'ehr_id' });
    }
  });

  test('no table has triggers', async () => {
    const found = await onDatabase(database.url, 'select tgrelid from pg_trigger where not tgisinternal');
    expect(found).toEqual([]);
  });

  test('numbers of a distributed table that a sequence gives have room for a range on each worker', async () => {
    const found = await onDatabase<{ name: string; type: string }>(
      database.url,
      `select attrelid::regclass || '.' || attname as name, format_type(atttypid, null) as type from pg_attribute
       where attidentity <> '' and attrelid::regclass::text in (select relname from pg_stat_user_tables) order by name`,
    );
    expect(found.map(({ name }) => name)).toEqual([
      'archetype.archetype_key',
      'document.document_key',
      'leaf_path.path_key',
      'template.template_key',
    ]);
    const distributed = found.filter(({ name }) => DISTRIBUTION.has(name.split('.')[0] ?? ''));
    expect(distributed).toEqual([{ name: 'document.document_key', type: 'bigint' }]);
  });

  test('is one that the schema takes, and comes out with the constraints that it had', async () => {
    const before = [await unique(), await references()];
    await onDatabase(database.url, STAND_INS);
    await onDatabase(database.url, STATEMENTS);
    expect([await unique(), await references()]).toEqual(before);
    const store = await openPostgresStore({ url: database.url, migrate: 'verify' });
    await everyOperation(store);
    await store.close();
  });
});
