import { createCdr, type Cdr } from '@cairn/core';
import { openPostgresStore } from '@cairn/store-postgres';
import { openSqliteStore } from '@cairn/store-sqlite';
import { demoTemplateIds, readDemoTemplate } from '../../packages/http/src/demo/templates.ts';

/** A CDR on a database. */
export interface Workbench extends AsyncDisposable {
  readonly cdr: Cdr;
}

const SYSTEM_ID = 'bench.local';

/** `database` is the path of a SQLite file, or the address of a PostgreSQL database; `clients` will be at work on it at a time. */
export async function openWorkbench(database: string, clients = 10): Promise<Workbench> {
  const store = database.startsWith('postgres:')
    ? await openPostgresStore({ url: database, poolSize: clients })
    : await openSqliteStore({ path: database });
  const cdr = await createCdr({ store, systemId: SYSTEM_ID, timezone: 'UTC' });
  return { cdr, [Symbol.asyncDispose]: () => store.close() };
}

/** Fills a database with the demo's templates and so many EHRs; gives the ids of those. */
export async function makeDatabase(database: string, ehrs: number): Promise<readonly string[]> {
  await using workbench = await openWorkbench(database);
  const { cdr } = workbench;
  for (const templateId of demoTemplateIds) await cdr.templates.upload(await readDemoTemplate(templateId));
  const ehrIds: string[] = [];
  for (let made = 0; made < ehrs; made += 1) ehrIds.push((await cdr.ehrs.create()).ehrId);
  return ehrIds;
}

/** A composition and the EHR that it goes into. */
export interface Filing<T> {
  readonly ehrId: string;
  readonly composition: T;
}

/** Deals compositions out to EHRs, in turn. */
export const dealOut = <T>(compositions: readonly T[], ehrIds: readonly string[]): readonly Filing<T>[] =>
  compositions.map((composition, index) => ({ composition, ehrId: ehrIds[index % ehrIds.length] ?? '' }));
