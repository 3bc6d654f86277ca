import type { Store } from '@cairn/core';
import { openSqliteStore } from '@cairn/store-sqlite';
import { openFreshStore } from '../../packages/store-postgres/test/support/databases.ts';

/** A store that every test of the whole stack runs on. */
export interface StoreUnderTest {
  readonly name: string;
  open(): Promise<Store>;
}

const all: readonly StoreUnderTest[] = [
  { name: 'sqlite', open: () => openSqliteStore({ path: ':memory:' }) },
  { name: 'postgres', open: openFreshStore },
];

const wanted = process.env['STORES']?.split(',');

/** All stores, or those that the environment variable STORES names. */
export const stores = all.filter(({ name }) => wanted?.includes(name) ?? true);
