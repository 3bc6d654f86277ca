/** The dictionaries of the index, as queries use them. */
import { pathMatcher, type PathPattern, type StoredPath } from '@cairn/core';
import type { Orm } from './connection.ts';
import { asc, eq, gt } from './drizzle.ts';
import { archetype, leafPath } from './schema.ts';
import { given } from './statement.ts';

export type PathEntry = StoredPath & { readonly pathKey: number; readonly rmType: string; readonly units: string };

interface ArchetypeEntry {
  readonly archetypeKey: number;
  readonly archetypeId: string;
  readonly rmType: string;
}

export interface Dictionary {
  /** Keys of these archetypes, for roots of one class or of any. */
  archetypeKeys(archetypeIds: readonly string[], rmType?: string): readonly number[];
  paths(pattern: PathPattern): readonly PathEntry[];
  /** Changes when there are new entries. */
  state(): string;
}

/** Which archetypes and paths there are is read once, and then only what has been added. */
export function indexDictionary(orm: Orm): Dictionary {
  const archetypes: ArchetypeEntry[] = [];
  const entries: PathEntry[] = [];
  const newArchetypes = orm
    .select()
    .from(archetype)
    .where(gt(archetype.archetypeKey, given(archetype.archetypeKey, 'known')))
    .orderBy(asc(archetype.archetypeKey))
    .prepare();
  const newPaths = orm
    .select({
      pathKey: leafPath.pathKey,
      path: leafPath.path,
      rmType: leafPath.rmType,
      units: leafPath.units,
      archetypeId: archetype.archetypeId,
    })
    .from(leafPath)
    .innerJoin(archetype, eq(archetype.archetypeKey, leafPath.archetypeKey))
    .where(gt(leafPath.pathKey, given(leafPath.pathKey, 'known')))
    .orderBy(asc(leafPath.pathKey))
    .prepare();

  function readNew(): void {
    archetypes.push(...newArchetypes.all({ known: archetypes.at(-1)?.archetypeKey ?? 0 }));
    entries.push(...newPaths.all({ known: entries.at(-1)?.pathKey ?? 0 }));
  }

  function archetypeKeys(archetypeIds: readonly string[], wantedType?: string): readonly number[] {
    readNew();
    return archetypes
      .filter(({ archetypeId, rmType }) => archetypeIds.includes(archetypeId) && (wantedType ?? rmType) === rmType)
      .map((one) => one.archetypeKey);
  }

  function paths(pattern: PathPattern): readonly PathEntry[] {
    readNew();
    return entries.filter(pathMatcher(pattern));
  }

  function state(): string {
    readNew();
    return `${archetypes.length} ${entries.length}`;
  }

  return { archetypeKeys, paths, state };
}
