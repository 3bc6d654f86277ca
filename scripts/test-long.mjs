/**
 * `npm run test:long`: the property tests of queries at length on both stores, some minutes of them, and two stores with the
 * same 20,000 compositions; RUNS says how many sets of documents, STORES=sqlite leaves PostgreSQL out.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tools = join(root, 'node_modules', '.bin');

const suites = [
  'packages/store-sqlite/test/query-contract.test.ts',
  'packages/store-postgres/test/query-contract.test.ts',
  'test/cdr/equal-stores.test.ts',
];
const { status } = spawnSync(join(tools, 'vitest'), ['run', ...suites], {
  cwd: root,
  env: {
    ...process.env,
    PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`,
    QUERY_RUNS: process.env.RUNS ?? '200',
    EQUAL_STORES: 'long',
  },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
