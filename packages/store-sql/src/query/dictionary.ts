/** The dictionaries of the index: which archetypes and paths there are, and their keys. */
import { pathMatcher, type PathPattern, type StoredPath } from '@cairn/core';
import { eq, gt, sql, type SQL } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import type { QueryDialect } from './dialect.ts';
import { selection } from './selection.ts';

export type PathEntry = StoredPath & { readonly pathKey: number; readonly rmType: string; readonly units: string };

export interface ArchetypeEntry {
  readonly archetypeKey: number;
  readonly archetypeId: string;
  readonly rmType: string;
}

export interface Dictionary {
  /** Keys of these archetypes, for roots of one class or of any. */
  archetypeKeys(archetypeIds: readonly string[], rmType?: string): readonly number[];
  /** All of them, by their keys. */
  archetypes(): ReadonlyMap<number, ArchetypeEntry>;
  paths(pattern: PathPattern): readonly PathEntry[];
  /** Whether paths lead along nodes as the pattern does, and on. */
  goesOn(pattern: PathPattern): boolean;
  /** The greatest keys; 0: there is none. */
  last(): { readonly archetypes: number; readonly paths: number };
  /** Changes when there are new entries. */
  state(): string;
  /** Reads what has been added, up to these keys at least; 0: there is none. */
  learn(archetypeKey: number, pathKey: number): Asking<void>;
}

/** So many patterns are remembered with what they lead to. */
const PATTERNS = 200;

/** Entries are only ever added, each with a greater key than all before it. */
export function indexDictionary({ tables: { archetype, leafPath }, given }: QueryDialect): Dictionary {
  const archetypes: ArchetypeEntry[] = [];
  const entries: PathEntry[] = [];
  const matched = new Map<string, readonly PathEntry[]>();
  const lastArchetype = (): number => archetypes.at(-1)?.archetypeKey ?? 0;
  const lastPath = (): number => entries.at(-1)?.pathKey ?? 0;
  const archetypeColumns = selection<ArchetypeEntry>({
    archetypeKey: archetype.archetypeKey,
    archetypeId: archetype.archetypeId,
    rmType: archetype.rmType,
  });
  const newArchetypes = (): SQL =>
    sql`select ${archetypeColumns.list} from ${archetype}
      where ${gt(archetype.archetypeKey, given(archetype.archetypeKey, 'known'))} order by ${archetype.archetypeKey}`;
  const pathColumns = selection<PathEntry>({
    pathKey: leafPath.pathKey,
    path: leafPath.path,
    rmType: leafPath.rmType,
    units: leafPath.units,
    archetypeId: archetype.archetypeId,
  });
  const newPaths = (): SQL =>
    sql`select ${pathColumns.list} from ${leafPath}
      join ${archetype} on ${eq(archetype.archetypeKey, leafPath.archetypeKey)}
      where ${gt(leafPath.pathKey, given(leafPath.pathKey, 'known'))} order by ${leafPath.pathKey}`;

  return {
    archetypeKeys: (archetypeIds, wanted) =>
      archetypes
        .filter(({ archetypeId, rmType }) => archetypeIds.includes(archetypeId) && (wanted ?? rmType) === rmType)
        .map(({ archetypeKey }) => archetypeKey),
    archetypes: () => new Map(archetypes.map((entry) => [entry.archetypeKey, entry])),
    paths(pattern) {
      const name = JSON.stringify(pattern);
      const found = matched.get(name) ?? entries.filter(pathMatcher(pattern));
      if (matched.size >= PATTERNS) matched.clear();
      matched.set(name, found);
      return found;
    },
    goesOn(pattern) {
      const matches = pathMatcher(pattern);
      return entries.some(({ archetypeId, path }) =>
        beginningsOf(path).some((beginning) => matches({ archetypeId, path: beginning })),
      );
    },
    last: () => ({ archetypes: lastArchetype(), paths: lastPath() }),
    state: () => `${lastArchetype()} ${lastPath()}`,
    *learn(archetypeKey, pathKey) {
      // Others may have read the same while this one waited.
      if (archetypeKey > lastArchetype()) {
        const found = yield* ask('new archetypes', newArchetypes, { known: lastArchetype() });
        for (const entry of found.map(archetypeColumns.read)) {
          if (entry.archetypeKey > lastArchetype()) archetypes.push(entry);
        }
      }
      if (pathKey > lastPath()) {
        const found = yield* ask('new paths', newPaths, { known: lastPath() });
        for (const entry of found.map(pathColumns.read)) if (entry.pathKey > lastPath()) entries.push(entry);
        matched.clear();
      }
    },
  };
}

/** Of `/data/events/time`: `/data`, `/data/events`. */
function beginningsOf(path: string): readonly string[] {
  const steps = path.split('/');
  return steps.slice(2).map((_, index) => steps.slice(0, index + 2).join('/'));
}
