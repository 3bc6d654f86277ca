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

const rowsJson = (indexes: readonly OwnedIndex[]): string => JSON.stringify(indexColumns(indexes));

/**
 * The columns of all rows, each as a literal of a PostgreSQL array (manual, 8.15.6): read faster than JSON, and numbers are
 * the doubles that they were.
 */
export const indexColumns = (indexes: readonly OwnedIndex[]) => ({ ...rootColumns(indexes), ...leafColumns(indexes) });

function rootColumns(indexes: readonly OwnedIndex[]) {
  const owners: number[] = [];
  const numbers: number[] = [];
  const parents: number[] = [];
  const lasts: number[] = [];
  for (const { owner, roots } of indexes) {
    for (const [number, { parent, last }] of roots.entries()) {
      owners.push(owner);
      numbers.push(number);
      parents.push(parent);
      lasts.push(last);
    }
  }
  return {
    rootOwners: array(owners),
    rootNumbers: array(numbers),
    archetypeKeys: array(indexes.flatMap(({ archetypeKeys }) => archetypeKeys)),
    parents: array(parents),
    lasts: array(lasts),
  };
}

function leafColumns(indexes: readonly OwnedIndex[]) {
  const owners: number[] = [];
  const roots: number[] = [];
  const numbers: (number | string)[] = [];
  const positions: string[] = [];
  const texts: string[] = [];
  const codes: string[] = [];
  for (const { owner, leaves } of indexes) {
    for (const { root, number, position, text, code } of leaves) {
      owners.push(owner);
      roots.push(root);
      numbers.push(number ?? NULL);
      positions.push(quoted(position));
      texts.push(text === undefined ? NULL : quoted(text));
      codes.push(code === undefined ? NULL : quoted(code));
    }
  }
  return {
    leafOwners: array(owners),
    roots: array(roots),
    pathKeys: array(indexes.flatMap(({ pathKeys }) => pathKeys)),
    numbers: array(numbers),
    positions: array(positions),
    texts: array(texts),
    codes: array(codes),
  };
}

const array = (elements: readonly (number | string)[]): string => `{${elements.join(',')}}`;

const NULL = 'NULL';

const quoted = (text: string): string => `"${SPECIAL.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`;

const SPECIAL = /["\\]/;
