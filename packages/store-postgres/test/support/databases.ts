import type { Store } from '@cairn/core';
import { inject } from 'vitest';
import { openPostgresStore } from '../../src/index.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database with all tables and nothing in them, or without any, for one test or a few. */
export async function freshDatabase(content: 'tables' | 'nothing' = 'tables'): Promise<TestDatabase> {
  const address = inject('databases');
  const url = await ask(content === 'nothing' ? `${address}/empty` : address, 'POST');
  return { url, drop: async () => void (await ask(new URL(new URL(url).pathname, address).href, 'DELETE')) };
}

/** A store on a database of its own, which is dropped when it is closed. */
export async function openFreshStore(): Promise<Store> {
  const { url, drop } = await freshDatabase();
  const store = await openPostgresStore({ url, migrate: 'verify' });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= store.close().then(drop));
  return { ...store, close, [Symbol.asyncDispose]: close };
}

async function ask(address: string, method: string): Promise<string> {
  const response = await fetch(address, { method });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
