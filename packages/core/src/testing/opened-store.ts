import { afterAll, beforeAll } from 'vitest';
import type { Store } from '../ports/store.ts';
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

export function openedForAll(openStore: OpenStore): StoreUnderTest {
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
