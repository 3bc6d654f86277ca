import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { migrations } from '../src/migrations/index.ts';
import * as schema from '../src/schema.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { coded, createEhr, onDatabase } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

let database: TestDatabase;
beforeEach(async () => void (database = await freshDatabase('nothing')), 60_000);
afterEach(() => database.drop());

const open = (migrate: 'apply' | 'verify' = 'apply', url = database.url) =>
  openPostgresStore({ url, migrate, poolSize: 2 });
const edit = (statement: string) => onDatabase(database.url, statement);
const tables = async (): Promise<readonly string[]> => {
  const rows = await onDatabase<{ name: string }>(
    database.url,
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') order by name`,
  );
  return rows.map(({ name }) => name);
};

describe.runIf(postgresWanted)('the schema', () => {
  test('is made in an empty database, and then current for every later start', async () => {
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
    await edit(`insert into schema_migration values (${migrations.length + 1}, 'from-the-future', 0)`);
    await expect(open(mode)).rejects.toSatisfy(coded('store_unavailable', /does not know: \d+-from-the-future/));
  });

  test('with verify is neither made nor brought up to date', async () => {
    await expect(open('verify')).rejects.toSatisfy(
      coded('store_unavailable', /lacks the schema migrations 0001-initial/),
    );
    expect(await tables()).toEqual([]);
    await (await open()).close();
    await edit(`delete from schema_migration where number = ${migrations.length}`);
    await expect(open('verify')).rejects.toSatisfy(coded('store_unavailable', /lacks/));
  });

  test('when it is current needs no privilege but to read and write', async () => {
    await (await open()).close();
    const role = `reader_${Date.now()}`;
    await edit(
      `create role ${role} login password 'r'; grant select, insert, update, delete on all tables in schema public to ${role}`,
    );
    const url = Object.assign(new URL(database.url), { username: role, password: 'r' }).href;
    const store = await open('apply', url);
    await createEhr(store);
    await store.close();
    await edit(`drop owned by ${role}; drop role ${role}`);
  });

  test("is not made in another program's schema, but beside it", async () => {
    await edit('create table theirs (id integer)');
    await expect(open()).rejects.toSatisfy(coded('store_unavailable', /another program/));
    expect(await tables()).toEqual(['public.theirs']);
    await edit('create schema ours');
    const store = await open('apply', `${database.url}?options=-c%20search_path%3Dours`);
    await createEhr(store);
    await store.close();
    expect(await tables()).toContain('ours.ehr');
    expect(await tables()).not.toContain('public.ehr');
  });

  test('is made once by nodes that start at the same moment', async () => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => open()));
    for (const store of stores) expect((await store.health()).migrations.current).toBe(true);
    await Promise.all(stores.map((store) => store.close()));
    const applied = await onDatabase<{ count: string }>(database.url, 'select count(*) from schema_migration');
    expect(applied).toEqual([{ count: String(migrations.length) }]);
  });
});

describe.runIf(postgresWanted)('a database that will not do', () => {
  test('is one in another encoding', async () => {
    const name = `cairn_test_ascii_${Date.now()}`;
    await edit(`create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`);
    const url = Object.assign(new URL(database.url), { pathname: name }).href;
    await expect(open('apply', url)).rejects.toSatisfy(coded('store_unavailable', /encoding is SQL_ASCII/));
    await edit(`drop database ${name}`);
  });

  test.each([
    ['not there', (url: URL) => void (url.pathname = '/absent'), /no such database \(3D000\)/],
    [
      'for others',
      (url: URL) => void Object.assign(url, { username: 'somebody', password: 'secret' }),
      /refuses the login/,
    ],
    ['on a port where nobody listens', (url: URL) => void (url.port = '1'), /refuses connections \(ECONNREFUSED\)/],
    ['in a schema that is not there', (url: URL) => void (url.search = 'options=-c search_path=absent'), /search path/],
  ])('is one %s', async (_, change, message) => {
    const url = new URL(database.url);
    change(url);
    const error: unknown = await open('apply', url.href).catch((thrown: unknown) => thrown);
    expect(error).toSatisfy(coded('store_unavailable', message));
    for (const secret of [url.password, url.username, url.hostname, url.pathname.slice(1)].filter(Boolean)) {
      expect(String(error)).not.toContain(secret);
    }
  });

  test('is one whose address is none', async () => {
    await expect(open('apply', 'secret')).rejects.toSatisfy(coded('store_unavailable', /is not a URL/));
  });
});

test.runIf(postgresWanted)('the tables that queries see are those that the migrations make', async () => {
  await (await open()).close();
  const declared = Object.values<PgTable>(schema).map((table) => getTableConfig(table));
  expect(declared.map(({ name }) => `public.${name}`).toSorted()).toEqual(await tables());
  for (const { name, columns, primaryKeys } of declared) {
    const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
    const found = await onDatabase<{ name: string; type: string; required: boolean; place: number | null }>(
      database.url,
      `select attname as name, format_type(atttypid, null) as type, attnotnull as required,
         array_position(conkey, attnum) as place
       from pg_attribute left join pg_constraint on conrelid = attrelid and contype = 'p'
       where attrelid = $1::regclass and attnum > 0 order by attnum`,
      [name],
    );
    const expected = columns.map((column) => {
      const place = key.findIndex((one) => one.name === column.name);
      return {
        name: column.name,
        type: column.getSQLType(),
        required: column.notNull || column.primary,
        place: place < 0 ? null : place + 1,
      };
    });
    expect({ name, columns: found }).toEqual({ name, columns: expected });
  }
});

test.runIf(postgresWanted)('what is compressed already is stored as it is', async () => {
  await (await open()).close();
  const columns = await onDatabase<{ name: string }>(
    database.url,
    `select attrelid::regclass || '.' || attname as name from pg_attribute
     where attstorage = 'e' and attrelid in ('version'::regclass, 'template'::regclass) order by name`,
  );
  expect(columns.map(({ name }) => name)).toEqual(['template.opt', 'version.document']);
});
