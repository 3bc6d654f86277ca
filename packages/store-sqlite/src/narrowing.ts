/** What the core knows beforehand about documents, as conditions on their index rows. */
import type { LeafTest, Need } from '@cairn/core';
import type { Orm } from './connection.ts';
import { indexDictionary, type Dictionary, type PathEntry } from './dictionary.ts';
import { and, eq, inArray, or, sql, type SQL } from './drizzle.ts';
import { document, leaf, root, template } from './schema.ts';

export interface NarrowingReader {
  readonly dictionary: Dictionary;
  /** A condition on rows of `document`. */
  condition(need: Need): SQL;
  /** Keys of documents, in a subquery, among which are all that meet the need; undefined: no index leads to them. */
  source(need: Need): SQL | undefined;
}

/** Beyond so many paths or archetypes a condition costs more than it saves. */
const KEY_LIMIT = 400;

const always = sql`1`;
const never = sql`0`;

export function narrowingReader(orm: Orm): NarrowingReader {
  const dictionary = indexDictionary(orm);

  /** Conditions on rows of `leaf`, one for each column that is looked at; undefined: no row can pass. */
  function leafConditions({ path, tests }: Need & { readonly kind: 'leaf' }): readonly SQL[] {
    const possible = dictionary.paths(path);
    return tests.flatMap((test) => {
      const keys = possible.filter((entry) => mayPass(test, entry)).map(({ pathKey }) => pathKey);
      if (keys.length === 0) return [];
      return keys.length > KEY_LIMIT ? [always] : [sql`${inArray(leaf.pathKey, keys)} and ${bounds(test)}`];
    });
  }

  function condition(need: Need): SQL {
    switch (need.kind) {
      case 'and':
        return and(...need.operands.map(condition)) ?? always;
      case 'or':
        return or(...need.operands.map(condition)) ?? never;
      case 'kind':
        return eq(document.kind, need.of);
      case 'template':
        return sql`(${document.templateKey} is null or ${document.templateKey} in ${templatesNamed(need.templateIds)})`;
      case 'object':
        return inArray(document.objectId, [...need.objectIds]);
      case 'root': {
        const keys = dictionary.archetypeKeys(need.archetypeIds);
        if (keys.length === 0) return never;
        if (keys.length > KEY_LIMIT) return always;
        return sql`exists (select 1 from ${root} where ${root.documentKey} = ${document.documentKey} and ${inArray(root.archetypeKey, [...keys])})`;
      }
      case 'leaf': {
        const any = or(...leafConditions(need));
        return any
          ? sql`exists (select 1 from ${leaf} where ${leaf.documentKey} = ${document.documentKey} and ${any})`
          : never;
      }
    }
  }

  function source(need: Need): SQL | undefined {
    switch (need.kind) {
      case 'or': {
        const operands = need.operands.map(source);
        return operands.every((operand) => operand !== undefined) ? union(operands) : undefined;
      }
      case 'object':
        return sql`select ${document.documentKey} from ${document} where ${inArray(document.objectId, [...need.objectIds])}`;
      case 'template': {
        const from = sql`select ${document.documentKey} from ${document} where ${document.templateKey}`;
        return union([sql`${from} is null`, sql`${from} in ${templatesNamed(need.templateIds)}`]);
      }
      case 'root': {
        const keys = dictionary.archetypeKeys(need.archetypeIds);
        if (keys.length > KEY_LIMIT) return undefined;
        return keys.length === 0
          ? union([])
          : sql`select ${root.documentKey} from ${root} where ${inArray(root.archetypeKey, [...keys])}`;
      }
      case 'leaf': {
        const conditions = leafConditions(need);
        if (conditions.includes(always) || need.tests.some(({ column }) => column === 'units')) return undefined;
        return union(conditions.map((one) => sql`select ${leaf.documentKey} from ${leaf} where ${one}`));
      }
      case 'and':
      case 'kind':
        return undefined;
    }
  }

  return { dictionary, condition, source };
}

const union = (queries: readonly SQL[]): SQL =>
  queries.length === 0 ? sql`select 0 where 0` : sql.join([...queries], sql` union all `);

const templatesNamed = (templateIds: readonly string[]): SQL =>
  sql`(select ${template.templateKey} from ${template} where ${inArray(template.templateId, [...templateIds])})`;

function mayPass(test: LeafTest, { rmType, units }: PathEntry): boolean {
  if ((rmType === '') !== (test.column === 'none') || (test.rmTypes && !test.rmTypes.includes(rmType))) return false;
  return test.column !== 'units' || test.equals === units;
}

/** Written so that the partial indexes fit. */
function bounds(test: LeafTest): SQL {
  if (test.column === 'units') return always;
  if (test.column === 'none') return sql`${leaf.number} is null and ${leaf.text} is null`;
  const column = { number: leaf.number, text: leaf.text, code: leaf.code }[test.column];
  const { lower, upper } = test;
  if (lower !== undefined && lower === upper) return sql`${column} = ${lower}`;
  const conditions = [
    ...(lower === undefined ? [] : [sql`${column} >= ${lower}`]),
    ...(upper === undefined ? [] : [sql`${column} <= ${upper}`]),
  ];
  return conditions.length === 0 ? sql`${column} is not null` : sql.join(conditions, sql` and `);
}
