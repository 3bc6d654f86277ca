import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { CdrError } from '@cairn/core';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { migrations } from '../src/migrations/index.ts';
import * as schema from '../src/schema.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => void (temporary = temporaryFolder()));
afterEach(() => temporary.remove());

const refusal = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof CdrError && error.code === code && message.test(error.message);

function edit(statement: string): void {
  const database = new Database(temporary.file);
  database.exec(statement);
  database.close();
}

const open = (migrate: 'apply' | 'verify' = 'apply') => openSqliteStore({ path: temporary.file, migrate });

describe('the schema', () => {
  test('is made in an empty file, and then current for every later start', async () => {
    for (const mode of ['apply', 'verify', 'apply'] as const) {
      await using store = await open(mode);
      expect((await store.health()).migrations).toEqual({ current: true, detail: 'current' });
    }
  });

  test('is numbered without gaps', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
  });

  test.each(['apply', 'verify'] as const)('is refused with %s when a newer version has changed it', async (mode) => {
    await (await open()).close();
    edit(`insert into schema_migration values (${migrations.length + 1}, 'from-the-future', 0)`);
    const before = readFileSync(temporary.file);
    await expect(open(mode)).rejects.toSatisfy(refusal('store_unavailable', /does not know: \d+-from-the-future/));
    expect(readFileSync(temporary.file).equals(before)).toBe(true);
  });

  test('with verify is not made: no file, and no table in an empty one', async () => {
    await expect(open('verify')).rejects.toSatisfy(refusal('store_unavailable', /no database file/));
    expect(existsSync(temporary.file)).toBe(false);
    writeFileSync(temporary.file, '');
    await expect(open('verify')).rejects.toSatisfy(
      refusal('store_unavailable', /lacks the schema migrations 0001-initial/),
    );
    const database = new Database(temporary.file);
    expect(database.prepare('select * from sqlite_schema').all()).toEqual([]);
    database.close();
  });

  test('with verify is not brought up to date', async () => {
    await (await open()).close();
    edit(`delete from schema_migration where number = ${migrations.length}`);
    await expect(open('verify')).rejects.toSatisfy(refusal('store_unavailable', /lacks/));
  });

  test("is not made in another program's database", async () => {
    edit('create table theirs (id integer)');
    const before = readFileSync(temporary.file);
    await expect(open()).rejects.toSatisfy(refusal('store_unavailable', /another program/));
    expect(readFileSync(temporary.file).equals(before)).toBe(true);
  });

  test('is not made in a file that is no database', async () => {
    writeFileSync(temporary.file, 'Dear diary, '.repeat(100));
    await expect(open()).rejects.toSatisfy(refusal('store_corrupt', /SQLITE_NOTADB/));
  });

  test('is left whole or not at all by two processes that start at once', async () => {
    const stores = await Promise.all([open(), open(), open()]);
    for (const store of stores) expect((await store.health()).migrations.current).toBe(true);
    await Promise.all(stores.map((store) => store.close()));
  });
});

test('the tables that queries see are those that the migrations make', async () => {
  await (await open()).close();
  const database = new Database(temporary.file, { readonly: true });
  const inDatabase = database.prepare(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  );
  const tables = Object.values<SQLiteTable>(schema).map((table) => getTableConfig(table));
  expect(tables.map(({ name }) => name).toSorted()).toEqual(inDatabase.pluck().all());
  for (const { name, columns, primaryKeys } of tables) {
    const key =
      primaryKeys[0]?.columns.map((column) => column.name) ??
      columns.filter(({ primary }) => primary).map((column) => column.name);
    const declared = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      pk: key.indexOf(column.name) + 1,
    }));
    const found = database.prepare(`select name, type, pk from pragma_table_info('${name}')`).all();
    expect({ name, columns: declared }).toEqual({ name, columns: found });
    const required = database
      .prepare(`select name from pragma_table_info('${name}') where "notnull" or pk`)
      .pluck()
      .all();
    expect(columns.filter(({ notNull, primary }) => notNull || primary).map((column) => column.name)).toEqual(required);
  }
  database.close();
});
