import { queryContract } from '@cairn/core/testing';
import { openSqliteStore } from '../src/index.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** `npm run test:long` asks for more. */
const runs = Number(process.env['QUERY_RUNS'] ?? 10);

queryContract(
  'SQLite in memory',
  async () => {
    const store = await openSqliteStore({ path: ':memory:' });
    return { store, cleanUp: () => store.close() };
  },
  { runs },
);

queryContract(
  'SQLite in a file',
  async () => {
    const { file, remove } = temporaryFolder();
    const store = await openSqliteStore({ path: file });
    const cleanUp = async (): Promise<void> => {
      await store.close();
      remove();
    };
    return { store, cleanUp };
  },
  { runs: Math.ceil(runs / 5) },
);
