/** The statement that joins EHRs, documents, roots and values to rows. */
import type { IndexQuery } from '@cairn/core';
import { aliasedTable, and, eq, sql, type Column, type SQL } from '../drizzle.ts';
import { inKeys, isComposition, rowCount } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import { documentKeys } from './document-keys.ts';
import { firstDocuments, sortedBy, startOfName } from './first-starts.ts';
import { pathKeys, type Question } from './question.ts';
import { scopeOf } from './scope.ts';
import { selected, selection } from './selection.ts';
import { valueConditions } from './value-conditions.ts';

/** A row as the driver gives it. What is not wanted or known already is not there; null: there is none. */
export interface RawRow {
  readonly documentKey: number;
  readonly ehrId: unknown;
  /** Absent: that of the composition. */
  readonly root?: number;
  readonly objectId?: unknown;
  readonly system?: string;
  readonly version?: number;
  readonly pathKey?: number | null;
  readonly number?: number | null;
  readonly text?: string | null;
  readonly code?: string | null;
  readonly position?: string | null;
  readonly startTime?: string | null;
  /** By starts alone: what the composition is sorted by, if it is not `startTime`. */
  readonly sortedBy?: string | number | null;
}

/** What leads to the rows: EHRs, values when they are few, or the first compositions by their start; `starts`: by that alone. */
export type Source = 'ehrs' | 'values' | 'first' | 'starts';

export interface Way {
  /** A condition on EHRs; none when they are not looked at, as by starts alone. */
  readonly ehrs: SQL | undefined;
  readonly source: Source;
  /** So many rows. */
  readonly most: number;
}

export interface RowStatements {
  /** Gives rows in order, by starts alone in that of starts; but for the values of one root among themselves. */
  rows(question: Question, way: Way): SQL<RawRow>;
  /** Gives for each EHR the different values of its rows, null for none, and how many rows have each. */
  groups(question: Question, way: Way): SQL;
  readGroup(row: unknown): RawGroup;
}

export interface RawGroup {
  readonly ehrId: string;
  readonly value: number | string | null;
  readonly count: number;
}

export function rowStatements(dialect: QueryDialect): RowStatements {
  const { tables, id, join, plain, rootsFirst } = dialect;
  const { ehr, document, root, leaf, versionedObject } = tables;
  const { sameDocument, isNamed } = documentKeys(tables);
  const scope = scopeOf(dialect);
  const passes = valueConditions(dialect);
  const [d, r, l] = [aliasedTable(document, 'd'), aliasedTable(root, 'r'), aliasedTable(leaf, 'l')];
  const [h, o] = [aliasedTable(leaf, 'h'), aliasedTable(versionedObject, 'o')];
  const missing = sql`null`;

  function startTime({ starts }: Question): SQL {
    return sql`(select ${h.text} from ${leaf} ${h}
      where ${and(sameDocument(h, d), sql`${h.root} = 0`, inKeys(h.pathKey, pathKeys(starts)))})`;
  }

  /** The path of a value is one of its entry's archetype, so that the value alone tells that there is such an entry. */
  const rootOf = (question: Question, source: Source): Column | undefined => {
    if (isWhole(question.query)) return undefined;
    return source === 'values' || hasValuesAlone(question) ? l.root : r.number;
  };

  const hasValuesAlone = ({ passing }: Question): boolean => passing !== undefined && !rootsFirst;

  /** In the order of the loops. */
  function joined(question: Question, source: Source): SQL {
    const { query, entries, compositions, paths, passing } = question;
    const { entry, leaf: wanted, first } = query;
    const itsEhr = source === 'starts' ? sql`` : sql`${join} ${ehr} on ${eq(ehr.ehrId, d.ehrId)}`;
    if (source === 'values') return sql`${leaf} ${l} ${join} ${document} ${d} on ${sameDocument(d, l)} ${itsEhr}`;
    // Entries are in nothing but compositions: the row of a document without them need not be looked at.
    const mayBeAny = entry && rootsFirst;
    const documents =
      first && source !== 'ehrs'
        ? sql`(${firstDocuments(dialect, question, first, mostNames(query, source))}) as n ${join} ${document} ${d} on ${isNamed(d, sql`n`)} ${itsEhr}`
        : sql`${ehr} ${join} ${document} ${d} on ${and(eq(d.ehrId, ehr.ehrId), mayBeAny ? undefined : isComposition(d.kind))}`;
    if (isWhole(query)) return documents;
    if (hasValuesAlone(question)) {
      const isValue = and(sameDocument(l, d), inKeys(l.pathKey, pathKeys(passing ?? [])));
      return sql`${documents} ${join} ${leaf} ${l} on ${isValue}`;
    }
    const isRoot = and(sameDocument(r, d), inKeys(r.archetypeKey, entry ? entries : compositions));
    const roots = sql`${documents} ${join} ${root} ${r} on ${isRoot}`;
    if (!wanted) return roots;
    const isLeaf = and(sameDocument(l, d), eq(l.root, r.number), inKeys(l.pathKey, pathKeys(passing ?? paths)));
    return sql`${roots} ${passing ? join : sql`left join`} ${leaf} ${l} on ${isLeaf}`;
  }

  function conditionsOf(question: Question, { ehrs, source }: Way): SQL | undefined {
    // Without an entry, the root that is joined is that of the composition.
    const isIts = question.query.entry ? scope.ofCompositions(d, question) : undefined;
    const { passing } = question;
    const doesPass = passing && and(inKeys(l.pathKey, pathKeys(passing)), passes(l, question, source !== 'values'));
    return and(ehrs, isIts, scope.excluding(d, question), scope.starting(d, question), doesPass);
  }

  function orderOf(question: Question, source: Source): SQL {
    const { first } = question.query;
    const root = rootOf(question, source);
    if (first && source === 'starts') {
      // Names come in this order and go through the loops in it; where they do not, whoever reads the rows sees that.
      return root ? sql`order by ${sortedBy(first)}${first.descending ? sql` desc` : sql``}, ${root}` : sql``;
    }
    // Where documents do not come by their EHRs, the order of those is no way to find them.
    const time = source === 'ehrs' ? ehr.timeCreated : plain(ehr.timeCreated);
    return sql`order by ${time}, ${ehr.ehrId}, ${d.timeCommitted}, ${d.position}${root ? sql`, ${root}` : sql``}`;
  }

  function columnsOf(question: Question, source: Source): SQL {
    const { leaf: value, wanted, first } = question.query;
    const root = rootOf(question, source);
    const text = value && wanted.has('text');
    const isSortedByTime = first?.column === 'text' && wanted.has('start-time');
    const columns: { readonly [Name in keyof RawRow]: Column | SQL } = {
      documentKey: d.documentKey,
      ehrId: id(source === 'starts' ? d.ehrId : ehr.ehrId),
      ...(root && { root }),
      ...(wanted.has('uid') && { objectId: id(d.objectId), system: o.latestSystemId, version: o.latestNumber }),
      ...(value && { pathKey: l.pathKey, number: l.number, position: l.position }),
      ...(text && { text: l.text }),
      ...((text || value?.codes) && { code: l.code }),
      ...(wanted.has('start-time') && { startTime: isByStart(source) ? startOfName : startTime(question) }),
      ...(first && source === 'starts' && !isSortedByTime && { sortedBy: sortedBy(first) }),
    };
    return selected(Object.entries<Column | SQL>(columns));
  }

  function groupColumnsOf({ query, numbers }: Pick<Question, 'query' | 'numbers'>): SQL {
    const isNumber = inKeys(l.pathKey, pathKeys(numbers));
    const { texts, codes } = query.leaf ?? {};
    const number = query.leaf ? sql`case when ${isNumber} then ${l.number} end` : missing;
    const value = codes ? l.code : texts ? l.text : number;
    return selected(Object.entries({ ehrId: id(ehr.ehrId), value, count: sql`count(*)` }));
  }

  return {
    rows(question, way) {
      const objects = question.query.wanted.has('uid')
        ? sql`${join} ${versionedObject} ${o} on ${and(eq(o.ehrId, d.ehrId), eq(o.objectId, d.objectId))}`
        : sql``;
      return sql`select ${columnsOf(question, way.source)} from ${joined(question, way.source)} ${objects}
        ${where(conditionsOf(question, way))}
        ${orderOf(question, way.source)}
        limit ${rowCount(way.most)}`;
    },
    readGroup: selection<Pick<RawGroup, 'ehrId'>>({ ehrId: ehr.ehrId }).read as (row: unknown) => RawGroup,
    groups: (question, way) =>
      sql`select ${groupColumnsOf(question)} from ${joined(question, way.source)} ${where(conditionsOf(question, way))}
        group by ${ehr.timeCreated}, ${ehr.ehrId}, "value" order by ${ehr.timeCreated}, ${ehr.ehrId}, "value"
        limit ${rowCount(way.most)}`,
  };
}

/** One more than are wanted tells whether others start when the last of those does. */
const mostNames = (query: IndexQuery, source: Source): number | undefined =>
  source === 'starts' && query.first && isRowEach(query) ? query.first.count + 1 : undefined;

const isByStart = (source: Source): boolean => source === 'first' || source === 'starts';

const where = (condition: SQL | undefined): SQL => (condition ? sql`where ${condition}` : sql``);

/** Each of the first compositions is a row. */
export const isRowEach = (query: IndexQuery): boolean => isWhole(query) && !query.without && !query.start;

/** Rows are compositions. */
const isWhole = ({ entry, compositionArchetypeIds }: IndexQuery): boolean => !entry && !compositionArchetypeIds;
