import { queryContract } from '@cairn/core/testing';
import { describe } from 'vitest';
import { openFreshStore } from './support/databases.ts';
import { postgresWanted } from './support/wanted.ts';

/** `npm run test:long` asks for more. */
const runs = Number(process.env['QUERY_RUNS'] ?? 8);

describe.runIf(postgresWanted)('on a server', () => {
  queryContract(
    'PostgreSQL',
    async () => {
      const store = await openFreshStore();
      return { store, cleanUp: () => store.close() };
    },
    { runs },
  );
});
