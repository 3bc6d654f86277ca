/** What the core knows beforehand about documents, as conditions on their index rows. */
import type { LeafTest, Need } from '@cairn/core';
import { and, eq, gte, inArray, lte, or, sql, type Column, type SQL } from '../drizzle.ts';
import { always, inKeys, never, unionAll } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import type { PathEntry } from './dictionary.ts';
import { documentKeys } from './document-keys.ts';
import type { IndexState } from './index-state.ts';
import type { DocumentRows, QueryTables } from './tables.ts';

export interface NarrowingReader {
  /** A condition on rows of `document`. */
  condition(need: Need, state: IndexState): SQL;
  /** Keys of documents among which are all that meet the need; undefined: no index leads to them. */
  source(need: Need, state: IndexState): SQL | undefined;
}

/** Beyond so many paths or archetypes a condition costs more than it saves. */
const KEY_LIMIT = 400;

export function narrowingReader({ tables, plain }: QueryDialect): NarrowingReader {
  const { document, leaf, root, template } = tables;
  const { sameDocument, keysOf } = documentKeys(tables);

  /** Conditions on rows of `leaf`, one for each column that is looked at; none: no row can pass. */
  function leafConditions(
    { path, tests }: Need & { readonly kind: 'leaf' },
    state: IndexState,
    pathKey: Column | SQL,
  ): readonly SQL[] {
    const possible = state.dictionary.paths(path);
    return tests.flatMap((test) => {
      const keys = possible.filter((entry) => mayPass(test, entry)).map((entry) => entry.pathKey);
      if (keys.length === 0) return [];
      return keys.length > KEY_LIMIT ? [always] : [sql`${inKeys(pathKey, keys)} and ${bounds(test, leaf)}`];
    });
  }

  const templatesNamed = (templateIds: readonly string[]): SQL =>
    sql`(select ${template.templateKey} from ${template} where ${inArray(template.templateId, [...templateIds])})`;

  /** With an offset, no planner comes to read these rows of all documents, to look for the one document in them. */
  const someOf = (rows: DocumentRows, isIt: SQL): SQL =>
    sql`exists (select 1 from ${rows} where ${and(sameDocument(rows, document), isIt)} limit 1 offset 0)`;

  function condition(need: Need, state: IndexState): SQL {
    switch (need.kind) {
      case 'and':
        return and(...need.operands.map((operand) => condition(operand, state))) ?? always;
      case 'or':
        return or(...need.operands.map((operand) => condition(operand, state))) ?? never;
      case 'kind':
        return eq(document.kind, need.of);
      case 'template':
        return sql`(${document.templateKey} is null or ${document.templateKey} in ${templatesNamed(need.templateIds)})`;
      case 'object':
        return inArray(document.objectId, [...need.objectIds]);
      case 'root': {
        const keys = state.dictionary.archetypeKeys(need.archetypeIds);
        if (keys.length === 0) return never;
        if (keys.length > KEY_LIMIT) return always;
        return someOf(root, inKeys(root.archetypeKey, keys));
      }
      case 'no-root': {
        const { archetypeIds, rmTypes } = need;
        const keys = rmTypes.flatMap((rmType) => state.dictionary.archetypeKeys(archetypeIds, rmType));
        if (keys.length === 0 || keys.length > KEY_LIMIT) return always;
        return sql`not ${someOf(root, sql`${root.number} > 0 and ${inKeys(root.archetypeKey, keys)}`)}`;
      }
      case 'leaf': {
        // The document is known: all values like this one would be a long way to its own.
        const any = or(...leafConditions(need, state, plain(leaf.pathKey)));
        return any ? someOf(leaf, any) : never;
      }
    }
  }

  function source(need: Need, state: IndexState): SQL | undefined {
    switch (need.kind) {
      case 'or': {
        const operands = need.operands.map((operand) => source(operand, state));
        return operands.every((operand) => operand !== undefined) ? union(operands) : undefined;
      }
      case 'object':
        return keysOf(document, inArray(document.objectId, [...need.objectIds]));
      case 'template':
        return union([
          keysOf(document, sql`${document.templateKey} is null`),
          keysOf(document, sql`${document.templateKey} in ${templatesNamed(need.templateIds)}`),
        ]);
      case 'root': {
        const keys = state.dictionary.archetypeKeys(need.archetypeIds);
        return keys.length > KEY_LIMIT ? undefined : keysOf(root, inKeys(root.archetypeKey, keys));
      }
      case 'leaf': {
        const conditions = leafConditions(need, state, leaf.pathKey);
        if (conditions.includes(always) || need.tests.some(({ column }) => column === 'units')) return undefined;
        return union(conditions.map((one) => keysOf(leaf, one)));
      }
      case 'and':
      case 'kind':
      case 'no-root':
        return undefined;
    }
  }

  const union = (queries: readonly SQL[]): SQL => (queries.length === 0 ? keysOf(document, never) : unionAll(queries));

  return { condition, source };
}

function mayPass(test: LeafTest, { rmType, units }: PathEntry): boolean {
  if ((rmType === '') !== (test.column === 'none') || (test.rmTypes && !test.rmTypes.includes(rmType))) return false;
  return test.column !== 'units' || test.equals === units;
}

/** Written so that the partial indexes fit. */
function bounds(test: LeafTest, leaf: QueryTables['leaf']): SQL {
  if (test.column === 'units') return always;
  if (test.column === 'none') return sql`${leaf.number} is null and ${leaf.text} is null`;
  const column = leaf[test.column];
  const { lower, upper } = test;
  if (lower !== undefined && lower === upper) return eq(column, lower);
  const conditions = [
    ...(lower === undefined ? [] : [gte(column, lower)]),
    ...(upper === undefined ? [] : [lte(column, upper)]),
  ];
  return conditions.length === 0 ? sql`${column} is not null` : sql.join(conditions, sql` and `);
}
