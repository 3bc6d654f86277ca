/** `npm run test:long`: the property tests of queries at length, some minutes of them; RUNS says how many sets of documents. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tools = join(root, 'node_modules', '.bin');

const { status } = spawnSync(join(tools, 'vitest'), ['run', 'packages/store-sqlite/test/query-contract.test.ts'], {
  cwd: root,
  env: {
    ...process.env,
    PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`,
    QUERY_RUNS: process.env.RUNS ?? '200',
    STORES: 'sqlite',
  },
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
