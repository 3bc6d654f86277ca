/** Which index rows are read of documents that are projected, and what they say. */
import { isReadable, leafChooser, type ProjectedLeaf, type Projection } from '@cairn/core';
import { sql, type SQL } from '../drizzle.ts';
import { inKeys } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import type { PathEntry } from './dictionary.ts';
import type { IndexState } from './index-state.ts';
import { leafOf, type Legend } from './packed-document.ts';

export interface RowChoice {
  /** A name for statements about these rows. */
  readonly key: string;
  readonly legend: Legend;
  /** Conditions on rows of `root`, and on rows of `leaf`. */
  readonly isRoot: SQL;
  readonly isLeaf: SQL;
  /** What a row of `leaf` stands for; undefined: it does not say enough, and its document is wanted as it is. */
  leaf(
    pathKey: number,
    position: string,
    number: number | null,
    text: string | null,
    code: string | null,
  ): ProjectedLeaf | undefined;
}

/** Undefined when there are so many paths that documents are read sooner. */
export type RowChooser = (projection: Projection, state: IndexState) => RowChoice | undefined;

/** Beyond so many paths a condition costs more than it saves. */
const KEY_LIMIT = 400;

/** So many choices are kept for the next query like it. */
const CHOICES = 200;

export function rowChooser({ tables: { root, leaf }, plain }: QueryDialect): RowChooser {
  const choices = new Map<string, RowChoice | undefined>();

  function choose(key: string, { archetypeIds, paths }: Projection, { dictionary }: IndexState): RowChoice | undefined {
    const chooser = leafChooser(paths);
    const entries = new Map<number, PathEntry>();
    const whole = new Set<number>();
    for (const entry of dictionary.paths(ALL)) {
      const choice = chooser(entry);
      if (choice) entries.set(entry.pathKey, entry);
      if (choice === 'whole') whole.add(entry.pathKey);
    }
    if (entries.size > KEY_LIMIT) return undefined;
    return {
      key,
      legend: { paths: entries, archetypes: dictionary.archetypes() },
      isRoot: sql`(${root.number} = 0 or ${inKeys(plain(root.archetypeKey), dictionary.archetypeKeys(archetypeIds))})`,
      isLeaf: inKeys(leaf.pathKey, [...entries.keys()]),
      leaf(pathKey, position, number, text, code) {
        const path = entries.get(pathKey);
        if (!path || whole.has(pathKey)) return undefined;
        const one = leafOf(path, position, number, text, code);
        return isReadable(one) ? one : undefined;
      },
    };
  }

  return (projection, state) => {
    const key = `${state.dictionary.state()} ${JSON.stringify(projection)}`;
    if (choices.size > CHOICES) choices.clear();
    if (!choices.has(key)) choices.set(key, choose(key, projection, state));
    return choices.get(key);
  };
}

/** Leads anywhere. */
const ALL = { steps: [] } as const;
