import type { Config } from '../config/index.ts';
import { describeFailure } from '../logging/index.ts';
import { serve, type RunningServer } from '../server/index.ts';
import { VERSION } from '../version.ts';
import type { Terminal } from './terminal.ts';

/** Serves until SIGTERM or SIGINT. */
export async function runServe(config: Config, demo: boolean, { print }: Terminal): Promise<number> {
  const stop = stopSignal();
  const server = await serve(config);
  try {
    announceAdmin(server, print);
    logStrayErrors(server);
    const text = demo ? await seeded(server, config) : undefined;
    const { origin, managementOrigin } = server;
    print(`cairn ${VERSION} listening on ${origin} (record API: ${origin}${config['server.base_path']})`);
    if (managementOrigin !== undefined)
      print(`management surface on ${managementOrigin}${config['management.base_path']}`);
    if (text !== undefined) print(text);
    await stop;
  } finally {
    await server.close();
  }
  return 0;
}

/** First of all: whatever fails after it, the password is not shown again. */
function announceAdmin({ madeAdmin }: RunningServer, print: Terminal['print']): void {
  if (madeAdmin === undefined) return;
  print(`No users are configured, so this first start made one: ${madeAdmin.username}, password ${madeAdmin.password}`);
  print(
    'It is shown this once. auth.users in the configuration takes its place; until then only this machine can connect.',
  );
}

async function seeded({ cdr, origin }: RunningServer, config: Config): Promise<string> {
  const { seedDemo } = await import('../demo/index.ts');
  return seedDemo(cdr, { origin, basePath: config['server.base_path'], ...username(config) });
}

/** The name that the demo's commands log in with, where users are configured. */
function username(config: Config): { readonly username?: string } {
  const first = config['auth.users']?.[0]?.username;
  return first === undefined ? {} : { username: first };
}

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Resolves with the first signal to stop; a second one, from somebody who won't wait, ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      // Without a listener either signal does what it does to any process.
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
}

/** A rejection that nobody handled is a mistake in the program, but no reason to leave everybody without their records. */
function logStrayErrors({ logging }: RunningServer): void {
  const log = logging.logger('cairn::server');
  process.on('unhandledRejection', (error) => log.error({ failure: describeFailure(error) }, 'unhandled rejection'));
}
