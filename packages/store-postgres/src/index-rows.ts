/** The index rows of documents in the form in which the function `write_index` takes them (migrations/0004-indexed-commit.ts). */
import type { DocumentIndex, IndexReplacement, NewVersion } from '@cairn/core';
import type { Orm } from './connection.ts';
import type { DictionaryKeys, IndexKeys } from './dictionary-keys.ts';
import { sql, type SQL } from './drizzle.ts';
import { lastPositions } from './plan.ts';
import { document } from './schema.ts';

interface OwnedIndex extends DocumentIndex, IndexKeys {
  /** Whose rows these are: the place of the document among those that are written, from 1. */
  readonly owner: number;
}

/** JSON of the rows of a plan's documents; undefined when there are none. */
export async function planIndexJson(
  versions: readonly NewVersion[],
  keys: DictionaryKeys,
): Promise<string | undefined> {
  const last = lastPositions(versions);
  const indexes: OwnedIndex[] = [];
  for (const [position, { document: content, index }] of versions.entries()) {
    if (content === undefined || !index || !last.has(position)) continue;
    indexes.push({ owner: position + 1, ...index, ...(await keys.of(index)) });
  }
  return indexes.length === 0 ? undefined : rowsJson(indexes);
}

/** Replaces the rows of documents that are still the latest versions, in one transaction; gives how many those were. */
export async function replaceIndexRows(
  orm: Orm,
  replacements: readonly IndexReplacement[],
  keys: DictionaryKeys,
): Promise<number> {
  const calls: { readonly ehrId: string; readonly call: SQL }[] = [];
  for (const { ehrId, objectId, timeCommitted, index } of replacements) {
    const json = index ? rowsJson([{ owner: 1, ...index, ...(await keys.of(index)) }]) : null;
    const its = sql`${sql.param(ehrId, document.ehrId)}, ${sql.param(objectId, document.objectId)}, ${timeCommitted}`;
    calls.push({ ehrId, call: sql`select replace_index(${its}, ${json}) as replaced` });
  }
  // Whoever locks more than one EHR does it in this order.
  calls.sort((a, b) => (a.ehrId < b.ehrId ? -1 : 1));
  return orm.transaction(async (transaction) => {
    let replaced = 0;
    for (const { call } of calls) {
      const { rows } = await transaction.execute<{ readonly replaced: boolean }>(call);
      if (rows[0]?.replaced) replaced += 1;
    }
    return replaced;
  });
}

function rowsJson(indexes: readonly OwnedIndex[]): string {
  const ofRoots = (value: (index: OwnedIndex, number: number) => Cell): string =>
    list(indexes, ({ roots }) => roots.length, value);
  const ofLeaves = (value: (index: OwnedIndex, place: number) => Cell): string =>
    list(indexes, ({ leaves }) => leaves.length, value);
  return JSON.stringify({
    rootOwners: ofRoots(({ owner }) => owner),
    rootNumbers: ofRoots((_, number) => number),
    archetypeKeys: ofRoots(({ archetypeKeys }, number) => archetypeKeys[number]),
    parents: ofRoots(({ roots }, number) => roots[number]?.parent),
    lasts: ofRoots(({ roots }, number) => roots[number]?.last),
    leafOwners: ofLeaves(({ owner }) => owner),
    roots: ofLeaves(({ leaves }, place) => leaves[place]?.root),
    pathKeys: ofLeaves(({ pathKeys }, place) => pathKeys[place]),
    numbers: ofLeaves(({ leaves }, place) => leaves[place]?.number),
    positions: ofLeaves(({ leaves }, place) => leaves[place]?.position),
    texts: ofLeaves(({ leaves }, place) => leaves[place]?.text),
    codes: ofLeaves(({ leaves }, place) => leaves[place]?.code),
  });
}

type Cell = string | number | undefined;

/** A literal of a PostgreSQL array (manual, 8.15.6): read faster than JSON, and numbers are the doubles that they were. */
function list(
  indexes: readonly OwnedIndex[],
  lengthOf: (index: OwnedIndex) => number,
  cell: (index: OwnedIndex, place: number) => Cell,
): string {
  let text = '';
  for (const index of indexes) {
    for (let place = 0, length = lengthOf(index); place < length; place += 1) {
      text += `${text === '' ? '{' : ','}${literal(cell(index, place))}`;
    }
  }
  return text === '' ? '{}' : `${text}}`;
}

function literal(value: Cell): string | number {
  if (value === undefined) return 'NULL';
  if (typeof value === 'number') return value;
  return `"${SPECIAL.test(value) ? value.replaceAll(/["\\]/g, String.raw`\$&`) : value}"`;
}

const SPECIAL = /["\\]/;
