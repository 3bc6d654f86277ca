import { afterAll, beforeAll, describe } from 'vitest';
import type { Store } from '../ports/store.ts';
import { adminTests, deleteAllTests } from './store/admin.ts';
import { atomicityTests } from './store/atomicity.ts';
import { attestationTests } from './store/attestations.ts';
import { commitTimeTests } from './store/commit-time.ts';
import { concurrencyTests } from './store/concurrency.ts';
import { contributionTests } from './store/contributions.ts';
import { definitionTests } from './store/definitions.ts';
import { documentTests } from './store/documents.ts';
import { expectationTests } from './store/expectations.ts';
import { folderTests } from './store/folders.ts';
import { historyTests } from './store/histories.ts';
import { lifecycleTests } from './store/lifecycle.ts';
import { settingTests } from './store/settings.ts';
import { subjectTests } from './store/subjects.ts';
import { tagTests } from './store/tags.ts';
import { versionTests } from './store/versions.ts';
import type { StoreUnderTest } from './support.ts';

export interface OpenedStore {
  readonly store: Store;
  /** Closes the store and opens it again on the same data; absent where the data goes with the store. */
  reopen?(): Promise<Store>;
  /** Closes what is open, and removes the data. */
  cleanUp(): Promise<void>;
}

/** Gives a store without any data, on which nothing else works. */
export type OpenStore = () => Promise<OpenedStore>;

/**
 * The suite that every implementation of the storage port has to pass, sentence by sentence of `ports/store.ts`.
 * Call it at the top level of a vitest file.
 *
 * @example
 * storeContract('SQLite in memory', async () => {
 *   const store = await openSqliteStore({ path: ':memory:' });
 *   return { store, cleanUp: () => store.close() };
 * });
 */
export function storeContract(name: string, openStore: OpenStore): void {
  describe(`store contract: ${name}`, () => {
    describe('on one store', () => {
      const store = openedForAll(openStore);
      expectationTests(store);
      atomicityTests(store);
      commitTimeTests(store);
      versionTests(store);
      documentTests(store);
      folderTests(store);
      contributionTests(store);
      subjectTests(store);
      attestationTests(store);
      tagTests(store);
      definitionTests(store);
      settingTests(store);
      adminTests(store);
      concurrencyTests(store);
      historyTests(store);
    });
    describe('on a store of its own', () => deleteAllTests(openedForAll(openStore)));
    lifecycleTests(openStore);
  });
}

function openedForAll(openStore: OpenStore): StoreUnderTest {
  let opened: OpenedStore | undefined;
  beforeAll(async () => {
    opened = await openStore();
  });
  afterAll(() => opened?.cleanUp());
  return () => {
    if (!opened) throw new Error('The store is not open yet');
    return opened.store;
  };
}
