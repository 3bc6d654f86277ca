/** A document by its index rows, on its way from the tables to the evaluator. */
import type { ProjectedDocument, ProjectedLeaf, ProjectedRoot } from '@cairn/core';
import type { ArchetypeEntry, PathEntry } from './dictionary.ts';

export type Cell = string | number | null;

/** Flat, so that it is cheap to hand to another thread. */
export interface PackedDocument extends Omit<ProjectedDocument, 'roots'> {
  /**
   * For each root its number, archetype key, last root within, and number of leaves; for each of these path key, position, number,
   * text, code.
   */
  readonly cells: readonly Cell[];
}

/** What the keys in packed documents stand for. */
export interface Legend {
  readonly archetypes: ReadonlyMap<number, Pick<ArchetypeEntry, 'archetypeId' | 'rmType'>>;
  readonly paths: ReadonlyMap<number, Pick<PathEntry, 'path' | 'rmType' | 'units'>>;
}

const ROOT_CELLS = 4;
const LEAF_CELLS = 5;

export function unpackedDocument({ cells, ...version }: PackedDocument, legend: Legend): ProjectedDocument {
  const roots: ProjectedRoot[] = [];
  for (let at = 0; at < cells.length;) {
    const { archetypeId = '', rmType = '' } = legend.archetypes.get(Number(cells[at + 1])) ?? {};
    const leaves: ProjectedLeaf[] = [];
    roots.push({ number: Number(cells[at]), archetypeId, rmType, last: Number(cells[at + 2]), leaves });
    const end = at + ROOT_CELLS + Number(cells[at + 3]) * LEAF_CELLS;
    for (at += ROOT_CELLS; at < end; at += LEAF_CELLS) {
      const path = legend.paths.get(Number(cells[at]));
      const [place, number, text, code] = [cells[at + 1], cells[at + 2], cells[at + 3], cells[at + 4]];
      if (path) leaves.push(leafOf(path, String(place), numberIn(number), textIn(text), textIn(code)));
    }
  }
  return { ...version, roots };
}

const numberIn = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null);
const textIn = (cell: Cell | undefined): string | null => (typeof cell === 'string' ? cell : null);

export function leafOf(
  { path, rmType, units }: Pick<PathEntry, 'path' | 'rmType' | 'units'>,
  position: string,
  number: number | null,
  text: string | null,
  code: string | null,
): ProjectedLeaf {
  const leaf: { -readonly [K in keyof ProjectedLeaf]: ProjectedLeaf[K] } = { path, rmType, position };
  if (units !== '') leaf.units = units;
  if (number !== null) leaf.number = number;
  if (text !== null) leaf.text = text;
  if (code !== null) leaf.code = code;
  return leaf;
}
