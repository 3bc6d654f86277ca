import { storeContract } from '@cairn/core/testing';
import { describe } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase } from './support/databases.ts';
import { postgresWanted } from './support/wanted.ts';

describe.runIf(postgresWanted)('on a server', () => {
  storeContract('PostgreSQL', async () => {
    const { url, drop } = await freshDatabase();
    let store = await openPostgresStore({ url });
    return {
      store,
      async reopen() {
        await store.close();
        store = await openPostgresStore({ url, migrate: 'verify' });
        return store;
      },
      async cleanUp() {
        await store.close();
        await drop();
      },
    };
  });
});
