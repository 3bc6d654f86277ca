/** Statements that come again and again are named, so that each connection parses and plans them once. */
import pg from 'pg';
import { recentlyUsed } from '@cairn/store-sql';
import type { BoundStatement } from './statement.ts';

export interface PreparedStatements {
  /** Rows as they come, integers of any size as numbers. */
  rows(client: pg.PoolClient, statement: BoundStatement): Promise<readonly unknown[]>;
  /** The server keeps named statements as long as the connection is open, so one with too many is to be given up. */
  isFull(client: pg.PoolClient): boolean;
}

/** So many statements are known at a time; one that has not been seen lately may never come again. */
const MOST_KNOWN = 500;

/** So many a connection may have. */
const MOST_PREPARED = 1_000;

const INTEGERS_AS_NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format)),
};

export function preparedStatements(): PreparedStatements {
  const known = recentlyUsed<{ name: string | undefined; times: number }>(MOST_KNOWN);
  const prepared = new WeakMap<pg.PoolClient, Set<string>>();
  let named = 0;

  function nameOf(text: string): string | undefined {
    const one = known(text, () => ({ name: undefined, times: 0 }));
    one.times += 1;
    if (one.times > 1) one.name ??= `query_${(named += 1)}`;
    return one.name;
  }

  function note(client: pg.PoolClient, name: string): void {
    const names = prepared.get(client);
    if (names) names.add(name);
    else prepared.set(client, new Set([name]));
  }

  return {
    async rows(client, { text, values }) {
      const name = nameOf(text);
      if (name !== undefined) note(client, name);
      const query = { text, values: [...values], types: INTEGERS_AS_NUMBERS, ...(name !== undefined && { name }) };
      return (await client.query<object>(query)).rows;
    },
    isFull: (client) => (prepared.get(client)?.size ?? 0) > MOST_PREPARED,
  };
}
