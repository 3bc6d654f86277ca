import { describe } from 'vitest';
import { openedForAll, type OpenStore } from './opened-store.ts';
import { adminTests, deleteAllTests } from './store/admin.ts';
import { atomicityTests } from './store/atomicity.ts';
import { attestationTests } from './store/attestations.ts';
import { candidateTests } from './store/candidates.ts';
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
import { storedQueryTests } from './store/stored-queries.ts';
import { subjectTests } from './store/subjects.ts';
import { tagTests } from './store/tags.ts';
import { versionTests } from './store/versions.ts';

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
      storedQueryTests(store);
      settingTests(store);
      adminTests(store);
      candidateTests(store);
      concurrencyTests(store);
      historyTests(store);
    });
    describe('on a store of its own', () => deleteAllTests(openedForAll(openStore)));
    lifecycleTests(openStore);
  });
}
