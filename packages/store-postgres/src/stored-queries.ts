/** Stored queries, by name and version. */
import type { DefinitionStore } from '@cairn/core';
import type { Connection } from './connection.ts';
import { and, sql } from './drizzle.ts';
import { storedQuery } from './schema.ts';
import { matches } from './statement.ts';

type StoredQueries = Pick<DefinitionStore, 'putQuery' | 'query' | 'queryVersions' | 'queries' | 'deleteQuery'>;

export function storedQueryStore({ orm, run }: Connection): StoredQueries {
  const isOne = and(matches(storedQuery.name, 'name'), matches(storedQuery.version, 'version'));
  const insert = orm
    .insert(storedQuery)
    .values({
      name: sql.placeholder('name'),
      version: sql.placeholder('version'),
      timeSaved: sql.placeholder('timeSaved'),
      text: sql.placeholder('text'),
    })
    .onConflictDoNothing()
    .returning({ name: storedQuery.name })
    .prepare('query_insert');
  const one = orm.select().from(storedQuery).where(isOne).prepare('query_by_version');
  const versions = orm
    .select({ version: storedQuery.version })
    .from(storedQuery)
    .where(matches(storedQuery.name, 'name'))
    .prepare('query_versions');
  const all = orm.select().from(storedQuery).prepare('queries');
  const drop = orm.delete(storedQuery).where(isOne).returning({ name: storedQuery.name }).prepare('query_delete');

  return {
    putQuery: (record) => run(async () => ((await insert.execute({ ...record })).length === 1 ? 'stored' : 'exists')),
    query: (name, version) =>
      run(async () => {
        const [row] = await one.execute({ name, version });
        return row;
      }),
    queryVersions: (name) => run(async () => (await versions.execute({ name })).map(({ version }) => version)),
    queries: () => run(() => all.execute()),
    deleteQuery: (name, version) =>
      run(async () => ((await drop.execute({ name, version })).length === 1 ? 'deleted' : 'absent')),
  };
}
