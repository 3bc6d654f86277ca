import type { Config } from '../config/index.ts';
import { seedDemo } from '../demo/index.ts';
import { openCdr, openStore } from '../server/index.ts';
import type { Terminal } from './terminal.ts';

/** Brings the schema up to date, whatever `store.migrate` says about the start of a server. */
export async function runMigrate(config: Config, { print }: Terminal): Promise<number> {
  await using store = await openStore(config, 'apply');
  const { database, migrations } = await store.health();
  // Without the address, which has a password in it.
  print(`${database.detail}, schema ${migrations.detail}`);
  return migrations.current ? 0 : 1;
}

export async function runSeed(config: Config, { print }: Terminal): Promise<number> {
  await using store = await openStore(config);
  print(await seedDemo(await openCdr(config, store), { basePath: config['server.base_path'] }));
  return 0;
}
