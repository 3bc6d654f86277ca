/** Documents by the index rows that a query reads: which rows, and what is made of them. */
import { isReadable, leafChooser, type Projection, type QueryAccess } from '@cairn/core';
import { and, eq, inArray, sql, type SQL } from '../drizzle.ts';
import type { Asking } from './ask.ts';
import { inKeys } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import type { PathEntry } from './dictionary.ts';
import { documentKeys } from './document-keys.ts';
import type { IndexState, IndexStateReader } from './index-state.ts';
import { leafOf, type Cell, type Legend, type PackedDocument } from './packed-document.ts';

export interface ProjectedRows {
  readonly legend: Legend;
  /** A name for `statement` of one condition. */
  readonly key: string;
  /** Gives the rows, as arrays, of all documents wanted for which a condition on rows of `document` holds. */
  statement(condition: SQL | undefined): SQL<RawRow>;
  /** Documents by commit time, then by position in the contribution. */
  documents(rows: readonly RawRow[]): readonly ProjectedRow[];
}

export interface ProjectedRow {
  readonly documentKey: number;
  /** Undefined: it has no rows, or one that does not say enough; then it is wanted as it is. */
  readonly packed: PackedDocument | undefined;
}

/** The ids of a document are in the rows of its first root only. */
export type RawRow = readonly [
  documentKey: number,
  timeCommitted: number,
  position: number,
  root: number | null,
  archetypeKey: number,
  last: number,
  pathKey: number | null,
  place: string,
  number: number | null,
  text: string | null,
  code: string | null,
  objectId: unknown,
  kind: unknown,
  latestNumber: number,
  systemId: string | null,
];

interface Choice {
  readonly name: string;
  readonly legend: Legend;
  readonly archetypeKeys: readonly number[];
  /** Paths of rows that no document may have. */
  readonly whole: ReadonlySet<number>;
}

/** Beyond so many paths a condition costs more than it saves. */
const KEY_LIMIT = 400;

/** So many choices are kept for the next query like it. */
const CHOICES = 200;

/** Undefined when there are so many paths that documents are read sooner. */
export function projectionReader(
  { tables, join, plain }: QueryDialect,
  readState: IndexStateReader,
): (access: QueryAccess, projection: Projection) => Asking<ProjectedRows | undefined> {
  const { document, root, leaf, versionedObject } = tables;
  const { sameDocument } = documentKeys(tables);
  const choices = new Map<string, Choice | undefined>();

  function choose(name: string, { archetypeIds, paths }: Projection, { dictionary }: IndexState): Choice | undefined {
    const chooser = leafChooser(paths);
    const entries = new Map<number, PathEntry>();
    const whole = new Set<number>();
    for (const entry of dictionary.paths(ALL)) {
      const choice = chooser(entry);
      if (choice) entries.set(entry.pathKey, entry);
      if (choice === 'whole') whole.add(entry.pathKey);
    }
    if (entries.size > KEY_LIMIT) return undefined;
    const legend = { paths: entries, archetypes: dictionary.archetypes() };
    return { name, legend, archetypeKeys: dictionary.archetypeKeys(archetypeIds), whole };
  }

  /** The order of the tables is that of the loops, so that rows come document by document and root by root. */
  function statement({ legend, archetypeKeys }: Choice, kinds: SQL, condition: SQL | undefined): SQL<RawRow> {
    const isFirst = sql`coalesce(${root.number}, 0) = 0`;
    const isRoot = sql`(${root.number} = 0 or ${inKeys(plain(root.archetypeKey), archetypeKeys)})`;
    const isLeaf = and(
      sameDocument(leaf, root),
      eq(leaf.root, root.number),
      inKeys(leaf.pathKey, [...legend.paths.keys()]),
    );
    const isObject = and(eq(versionedObject.ehrId, document.ehrId), eq(versionedObject.objectId, document.objectId));
    return sql`select ${document.documentKey}, ${document.timeCommitted}, ${document.position},
        ${root.number}, ${root.archetypeKey}, ${root.last},
        ${leaf.pathKey}, ${leaf.position}, ${leaf.number}, ${leaf.text}, ${leaf.code},
        case when ${isFirst} then ${document.objectId} end, ${document.kind},
        ${versionedObject.latestNumber}, case when ${isFirst} then ${versionedObject.latestSystemId} end
      from ${document} ${join} ${versionedObject} on ${isObject}
        left join ${root} on ${and(sameDocument(root, document), isRoot)}
        left join ${leaf} on ${isLeaf}
      where ${and(kinds, condition)}`;
  }

  function packed(rows: readonly RawRow[], { legend, whole }: Choice): PackedDocument | undefined {
    const [first] = rows;
    if (!first || first[ROOT] === null) return undefined;
    const cells: Cell[] = [];
    let counted = -1;
    let current: number | null = null;
    for (const [, , , number, archetypeKey, last, pathKey, place, value, text, code] of rows) {
      if (number !== current) {
        cells.push(number, archetypeKey, last, 0);
        counted = cells.length - 1;
        current = number;
      }
      if (pathKey === null) continue;
      const path = legend.paths.get(pathKey);
      if (!path || whole.has(pathKey) || !isReadable(leafOf(path, place, value, text, code))) return undefined;
      cells.push(pathKey, place, value, text, code);
      cells[counted] = Number(cells[counted]) + 1;
    }
    const [, , , , , , , , , , , objectId, kind, number, systemId] = first;
    return {
      objectId: document.objectId.mapFromDriverValue(objectId) as string,
      kind: document.kind.mapFromDriverValue(kind) as PackedDocument['kind'],
      number,
      systemId: systemId ?? '',
      cells,
    };
  }

  return function* projected({ kinds }, projection) {
    const state = yield* readState([]);
    const name = `${state.dictionary.state()} ${JSON.stringify(projection)}`;
    if (choices.size > CHOICES) choices.clear();
    if (!choices.has(name)) choices.set(name, choose(name, projection, state));
    const choice = choices.get(name);
    return (
      choice && {
        legend: choice.legend,
        key: `projected ${[...kinds].join()} ${name}`,
        statement: (condition) => statement(choice, inArray(document.kind, [...kinds]), condition),
        documents: (rows) =>
          grouped(rows).map((own) => ({ documentKey: own[0]?.[DOCUMENT] ?? 0, packed: packed(own, choice) })),
      }
    );
  };
}

/** Leads anywhere. */
const ALL = { steps: [] } as const;

const DOCUMENT = 0;
const TIME = 1;
const POSITION = 2;
const ROOT = 3;

function grouped(rows: readonly RawRow[]): readonly (readonly RawRow[])[] {
  const groups: RawRow[][] = [];
  let group: RawRow[] = [];
  for (const row of rows) {
    if (row[DOCUMENT] !== group[0]?.[DOCUMENT]) groups.push((group = []));
    group.push(row);
  }
  const first = (one: readonly RawRow[], column: 1 | 2): number => one[0]?.[column] ?? 0;
  return groups.sort((a, b) => first(a, TIME) - first(b, TIME) || first(a, POSITION) - first(b, POSITION));
}
