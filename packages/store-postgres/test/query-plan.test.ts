import { afterEach, beforeEach, expect, test } from 'vitest';
import { DISTRIBUTION } from './support/distribution.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { everyOperation } from './support/every-operation.ts';
import { onDatabase, openWith } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

let database: TestDatabase;
beforeEach(async () => void (database = await freshDatabase()), 60_000);
afterEach(() => database.drop());

test.runIf(postgresWanted)('nothing reads a whole table, but what lists the stored queries', async () => {
  // For queries the planner is free to read a table of three rows as a whole; here it is not.
  const { store } = openWith(database.url, { enable_seqscan: 'off' });
  await everyOperation(store);
  // The server has counted everything once the connections are closed.
  await store.close();
  const scanned = await onDatabase<{ name: string }>(
    database.url,
    'select relname as name from pg_stat_user_tables where seq_scan > 0 order by relname',
  );
  expect(scanned.map(({ name }) => name)).toEqual(['stored_query']);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test.runIf(postgresWanted)(
  'every prepared statement is about one EHR or one subject, but for the one that looks for uses of a template',
  async () => {
    const { store, records } = openWith(database.url, { size: 1 });
    await everyOperation(store);
    const { rows } = await records.run((orm) =>
      orm.execute<{ name: string; parameters: number }>(
        'select name, cardinality(parameter_types) as parameters from pg_prepared_statements',
      ),
    );
    expect(rows.length).toBeGreaterThan(20);
    const widespread: string[] = [];
    for (const { name, parameters } of rows) {
      const values = Array.from({ length: parameters }, () => 'null').join(', ');
      const explained = await records.run((orm) =>
        orm.execute<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
          `explain (format json) execute ${name}${values && `(${values})`}`,
        ),
      );
      const [plan] = explained.rows[0]?.['QUERY PLAN'] ?? [];
      for (const node of plan ? nodesOf(plan.Plan) : []) {
        const column = DISTRIBUTION.get(node['Relation Name'] ?? '');
        // The planner knows its value, from the statement itself or from what it is joined with.
        const led = new RegExp(String.raw`\b${column} = \$\d`).test(node['Index Cond'] ?? node['Recheck Cond'] ?? '');
        // What it writes is of the EHR that it has found.
        const isWritten = node['Node Type'] === 'ModifyTable';
        if (column !== undefined && !led && !isWritten) widespread.push(name);
      }
    }
    await store.close();
    expect(widespread).toEqual(['template_use']);
  },
);
