/** The index rows of documents in one statement, for a database that joins in the order of the tables, and what is made of them. */
import type { Projection, QueryAccess } from '@cairn/core';
import { and, eq, inArray, sql, type SQL } from '../drizzle.ts';
import type { Asking } from './ask.ts';
import type { QueryDialect } from './dialect.ts';
import { documentKeys } from './document-keys.ts';
import type { IndexStateReader } from './index-state.ts';
import type { Cell, Legend, PackedDocument } from './packed-document.ts';
import type { RowChoice, RowChooser } from './row-choice.ts';

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

/** Undefined when documents are read sooner. */
export function projectionReader(
  { tables, id, join }: QueryDialect,
  readState: IndexStateReader,
  choose: RowChooser,
): (access: QueryAccess, projection: Projection) => Asking<ProjectedRows | undefined> {
  const { document, root, leaf, versionedObject } = tables;
  const { sameDocument } = documentKeys(tables);

  /** The order of the tables is that of the loops, so that rows come document by document and root by root. */
  function statement({ isRoot, isLeaf }: RowChoice, kinds: SQL, condition: SQL | undefined): SQL<RawRow> {
    const isFirst = sql`coalesce(${root.number}, 0) = 0`;
    const isItsLeaf = and(sameDocument(leaf, root), eq(leaf.root, root.number), isLeaf);
    const isObject = and(eq(versionedObject.ehrId, document.ehrId), eq(versionedObject.objectId, document.objectId));
    return sql`select ${document.documentKey}, ${document.timeCommitted}, ${document.position},
        ${root.number}, ${root.archetypeKey}, ${root.last},
        ${leaf.pathKey}, ${leaf.position}, ${leaf.number}, ${leaf.text}, ${leaf.code},
        case when ${isFirst} then ${id(document.objectId)} end, ${document.kind},
        ${versionedObject.latestNumber}, case when ${isFirst} then ${versionedObject.latestSystemId} end
      from ${document} ${join} ${versionedObject} on ${isObject}
        left join ${root} on ${and(sameDocument(root, document), isRoot)}
        left join ${leaf} on ${isItsLeaf}
      where ${and(kinds, condition)}`;
  }

  function packed(rows: readonly RawRow[], choice: RowChoice): PackedDocument | undefined {
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
      if (!choice.leaf(pathKey, place, value, text, code)) return undefined;
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
    const choice = choose(projection, yield* readState([]));
    return (
      choice && {
        legend: choice.legend,
        key: `projected ${[...kinds].join()} ${choice.key}`,
        statement: (condition) => statement(choice, inArray(document.kind, [...kinds]), condition),
        documents: (rows) =>
          grouped(rows).map((own) => ({ documentKey: own[0]?.[DOCUMENT] ?? 0, packed: packed(own, choice) })),
      }
    );
  };
}

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
