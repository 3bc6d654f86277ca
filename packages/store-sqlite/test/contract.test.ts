import { storeContract } from '@cairn/core/testing';
import { openSqliteStore } from '../src/index.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

storeContract('SQLite in memory', async () => {
  const store = await openSqliteStore({ path: ':memory:' });
  return { store, cleanUp: () => store.close() };
});

storeContract('SQLite in a file', async () => {
  const { file, remove } = temporaryFolder();
  let store = await openSqliteStore({ path: file });
  return {
    store,
    async reopen() {
      await store.close();
      store = await openSqliteStore({ path: file, migrate: 'verify' });
      return store;
    },
    async cleanUp() {
      await store.close();
      remove();
    },
  };
});
