/** Documents by the index rows that a query reads: a row each, which has its roots and leaves as lists. */
import type { ProjectedDocument, ProjectedLeaf, ProjectedRoot, QueryAccess, VersionedKind } from '@cairn/core';
import { ask, selection, type ChosenRows, type RowChoice } from '@cairn/store-sql';
import { isOfKind, itsObject } from './documents.ts';
import { and, eq, sql, type SQL } from './drizzle.ts';
import type { IndexReader } from './index-reader.ts';
import { document, leaf, root, versionedObject } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import { givenIds, matches } from './statement.ts';

/** Where a document is. */
export interface DocumentName {
  readonly ehrId: string;
  readonly objectId: string;
}

export interface DocumentRows extends DocumentName {
  /** Undefined: it has no rows, or one that does not say enough. */
  readonly projected: ProjectedDocument | undefined;
}

export interface RowReader {
  /** Of an EHR all that matter. By commit time, then by position in the contribution. */
  ofEhr(ehrId: string): Promise<readonly DocumentRows[]>;
  /** These, in the same order, those of one EHR among those of others. */
  of(names: readonly DocumentName[]): Promise<readonly DocumentRows[]>;
}

type RootRow = readonly [number: number, archetypeKey: number, last: number];
type LeafRow = readonly [root: number, ...Parameters<RowChoice['leaf']>];

interface Row extends DocumentName {
  readonly kind: VersionedKind;
  readonly timeCommitted: number;
  readonly position: number;
  readonly number: number;
  readonly systemId: string;
  /** In no particular order; null: none. */
  readonly roots: readonly RootRow[] | null;
  readonly leaves: readonly LeafRow[] | null;
}

export function rowReader(
  own: Snapshot,
  index: IndexReader,
  { kinds, narrowing }: QueryAccess,
  { choice, needed }: ChosenRows,
): RowReader {
  const columns = selection<Row>({
    ehrId: document.ehrId,
    objectId: document.objectId,
    kind: document.kind,
    timeCommitted: document.timeCommitted,
    position: document.position,
    number: versionedObject.latestNumber,
    systemId: versionedObject.latestSystemId,
    roots: sql`(select json_agg(json_build_array(${root.number}, ${root.archetypeKey}, ${root.last}))
      from ${root} where ${and(eq(root.ehrId, document.ehrId), eq(root.documentKey, document.documentKey), choice.isRoot)})`,
    leaves: sql`(select json_agg(json_build_array(
        ${leaf.root}, ${leaf.pathKey}, ${leaf.position}, ${leaf.number}, ${leaf.text}, ${leaf.code}))
      from ${leaf} where ${and(eq(leaf.ehrId, document.ehrId), eq(leaf.documentKey, document.documentKey), choice.isLeaf)})`,
  });
  const ofEhr = (): SQL =>
    sql`select ${columns.list} from ${document} join ${versionedObject} on ${itsObject}
      where ${and(matches(document.ehrId, 'ehrId'), isOfKind(document.kind, kinds), needed)}`;
  const ofNames = (): SQL =>
    sql`select ${columns.list}
      from unnest(${givenIds('ehrIds')}, ${givenIds('objectIds')}) as wanted (ehr_id, object_id)
        join ${document} on ${document.ehrId} = wanted.ehr_id and ${document.objectId} = wanted.object_id
        join ${versionedObject} on ${itsObject}`;

  async function read(
    key: string,
    build: () => SQL,
    values: Readonly<Record<string, unknown>>,
  ): Promise<readonly DocumentRows[]> {
    const found = (await index.answer(own, () => ask(`${key} ${choice.key}`, build, values))).map(columns.read);
    found.sort((a, b) => a.timeCommitted - b.timeCommitted || a.position - b.position);
    return found.map((row) => ({
      ehrId: row.ehrId,
      objectId: row.objectId,
      projected: projectedDocument(row, choice),
    }));
  }

  return {
    ofEhr(ehrId) {
      const which = `${[...kinds].join()} ${JSON.stringify(narrowing?.documents)}`;
      return read(`rows of an EHR's documents ${which}`, ofEhr, { ehrId });
    },
    of: (names) =>
      read('rows of documents', ofNames, {
        ehrIds: names.map(({ ehrId }) => ehrId),
        objectIds: names.map(({ objectId }) => objectId),
      }),
  };
}

function projectedDocument(
  { objectId, kind, number: version, systemId, roots, leaves }: Row,
  { legend, leaf: leafOf }: RowChoice,
): ProjectedDocument | undefined {
  if (!roots) return undefined;
  const made = new Map<number, ProjectedRoot & { readonly leaves: ProjectedLeaf[] }>();
  for (const [number, archetypeKey, last] of roots.toSorted(([a], [b]) => a - b)) {
    const { archetypeId = '', rmType = '' } = legend.archetypes.get(archetypeKey) ?? {};
    made.set(number, { number, archetypeId, rmType, last, leaves: [] });
  }
  for (const [number, ...row] of leaves ?? []) {
    const owner = made.get(number);
    if (!owner) continue;
    const one = leafOf(...row);
    if (!one) return undefined;
    owner.leaves.push(one);
  }
  return { objectId, kind, number: version, systemId, roots: [...made.values()] };
}
