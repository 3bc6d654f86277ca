/** Stored queries, by name and version. */
import type { DefinitionStore } from '@cairn/core';
import { withConnection, type Connection } from './connection.ts';
import { and, sql } from './drizzle.ts';
import { storedQuery } from './schema.ts';
import { matches } from './statement.ts';
import { writing } from './writing.ts';

type StoredQueries = Pick<DefinitionStore, 'putQuery' | 'query' | 'queryVersions' | 'queries' | 'deleteQuery'>;

export function storedQueryStore(connection: Connection): StoredQueries {
  const { orm } = connection;
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
    .prepare();
  const one = orm.select().from(storedQuery).where(isOne).prepare();
  const versions = orm
    .select({ version: storedQuery.version })
    .from(storedQuery)
    .where(matches(storedQuery.name, 'name'))
    .prepare();
  const all = orm.select().from(storedQuery).prepare();
  const drop = orm.delete(storedQuery).where(isOne).prepare();

  return {
    async putQuery(record) {
      const { changes } = await writing(connection, () => insert.run({ ...record }));
      return changes === 1 ? 'stored' : 'exists';
    },
    async query(name, version) {
      return withConnection(connection, () => one.get({ name, version }));
    },
    async queryVersions(name) {
      return withConnection(connection, () => versions.all({ name }).map(({ version }) => version));
    },
    async queries() {
      return withConnection(connection, () => all.all());
    },
    async deleteQuery(name, version) {
      const { changes } = await writing(connection, () => drop.run({ name, version }));
      return changes === 1 ? 'deleted' : 'absent';
    },
  };
}
