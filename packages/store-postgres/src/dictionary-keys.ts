/** Keys of archetypes and paths, for whoever writes index rows. */
import { createHash } from 'node:crypto';
import type { DocumentIndex } from '@cairn/core';
import type { Connection, Orm } from './connection.ts';
import { sql, type SQL } from './drizzle.ts';
import { isLocked } from './errors.ts';

export interface IndexKeys {
  /** Of the roots, in their order. */
  readonly archetypeKeys: readonly number[];
  /** Of the leaves, in their order. */
  readonly pathKeys: readonly number[];
}

export interface DictionaryKeys {
  /** Keys of all that an index names; what is not in the dictionaries yet is added to them first. */
  of(index: DocumentIndex): Promise<IndexKeys>;
}

/**
 * Whoever adds to a dictionary holds this advisory lock until that is committed, so that keys become visible in ascending
 * order, and no two nodes wait for each other. The number means nothing.
 */
const LOCK = sql`select pg_advisory_xact_lock(7309453616)`;

/** Between the columns of an entry, in its name: no text has it. */
const NUL = '\0';

type Keys = ReadonlyMap<string, number>;

/** Entries are only ever added, and never change. */
export function dictionaryKeys(connection: Connection): DictionaryKeys {
  const archetypes = dictionary(
    connection,
    (digests) => sql`select archetype_key as key, digest from archetype where digest = any(${digests})`,
    (column, digests) => sql`
      insert into archetype (archetype_id, rm_type, digest)
      select * from unnest(${column(0)}::text[], ${column(1)}::text[], ${digests})
      returning archetype_key as key, digest`,
  );
  const paths = dictionary(
    connection,
    (digests) => sql`select path_key as key, digest from leaf_path where digest = any(${digests})`,
    (column, digests) => sql`
      insert into leaf_path (archetype_key, path, rm_type, units, digest)
      select * from unnest(
        ${column(0)}::integer[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[], ${digests})
      returning path_key as key, digest`,
  );
  return {
    async of({ roots, leaves }) {
      const archetypeKeys = await archetypes(roots.map(({ archetypeId, rmType }) => `${archetypeId}${NUL}${rmType}`));
      const pathKeys = await paths(
        leaves.map(
          ({ root, path, rmType, units = '' }) =>
            `${archetypeKeys[root] ?? 0}${NUL}${path}${NUL}${rmType}${NUL}${units}`,
        ),
      );
      return { archetypeKeys, pathKeys };
    },
  };
}

/** Gives the keys of entries, by their names and in their order. */
function dictionary(
  { orm, changes }: Connection,
  lookup: (digests: SQL) => SQL,
  insert: (column: (place: number) => SQL, digests: SQL) => SQL,
): (names: readonly string[]) => Promise<readonly number[]> {
  const known = new Map<string, number>();
  let changesSoFar = changes();
  let adding: Promise<unknown> = Promise.resolve();

  const look = (own: Orm, names: readonly string[]): Promise<Keys> => keysByName(own, names, lookup(digestsOf(names)));

  async function add(own: Orm, names: readonly string[]): Promise<Keys> {
    await own.execute(LOCK);
    const found = await look(own, names);
    const missing = names.filter((name) => !found.has(name));
    if (missing.length === 0) return found;
    const column = (place: number): SQL => sql`${sql.param(missing.map((name) => name.split(NUL)[place]))}`;
    return new Map([...found, ...(await keysByName(own, missing, insert(column, digestsOf(missing))))]);
  }

  /**
   * One after the other: those that wait will mostly find nothing to do, and would take a connection each. When one has waited for
   * the lock as long as it may, so have those behind it.
   */
  function addInTurn(names: readonly string[]): Promise<Keys> {
    const before = adding.catch((error: unknown) => {
      if (isLocked(error)) throw error;
    });
    const added = before.then(() => orm.transaction((transaction) => add(transaction, names)));
    adding = added;
    added.catch(() => {
      if (adding === added) adding = Promise.resolve();
    });
    return added;
  }

  async function find(names: readonly string[]): Promise<Keys> {
    const keys = new Map<string, number>();
    for (const search of [(some: readonly string[]) => look(orm, some), addInTurn]) {
      const unknown = [...new Set(names)].filter((name) => !keys.has(name));
      if (unknown.length === 0) break;
      for (const [name, key] of await search(unknown)) {
        keys.set(name, key);
        known.set(name, key);
      }
    }
    return keys;
  }

  return async (names) => {
    // A server that takes over from one that has failed may lack the latest entries, and give their keys to others.
    if (changes() !== changesSoFar) known.clear();
    changesSoFar = changes();
    const keys = names.map((name) => known.get(name));
    if (keys.every((key) => key !== undefined)) return keys;
    const found = await find(names);
    return names.map((name) => {
      const key = found.get(name);
      if (key === undefined) throw new TypeError('A dictionary has lost an entry');
      return key;
    });
  };
}

async function keysByName(orm: Orm, names: readonly string[], query: SQL): Promise<Keys> {
  const { rows } = await orm.execute<{ readonly key: number; readonly digest: Buffer }>(query);
  const byDigest = new Map(names.map((name) => [digestOf(name).toString('hex'), name]));
  return new Map(rows.map(({ key, digest }) => [byDigest.get(digest.toString('hex')) ?? '', key]));
}

const digestOf = (name: string): Buffer => createHash('sha256').update(name).digest();
const digestsOf = (names: readonly string[]): SQL => sql`${sql.param(names.map(digestOf))}::bytea[]`;
