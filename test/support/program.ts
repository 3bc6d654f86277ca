import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

export interface RunningProgram extends AsyncDisposable {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Everything it wrote to standard output so far. */
  output(): string;
}

/** For a program on a free port, with a store in memory and a quiet log unless it says otherwise. */
export const environment = (env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  CAIRN__SERVER__PORT: '0',
  CAIRN__STORE__URL: 'sqlite::memory:',
  CAIRN__LOG__FILTER: 'warn',
  ...env,
});

/** Starts the program as a user would, on a free port and with a store in memory unless `env` says otherwise. */
export async function startProgram(args: readonly string[], env: Record<string, string> = {}): Promise<RunningProgram> {
  const child = spawn(process.execPath, ['--conditions=cairn-source', 'packages/http/src/bin.ts', ...args], {
    cwd: repository,
    env: environment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the program ended with ${code} before it listened`)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const found = /listening on (http:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { origin, child, output: () => output, [Symbol.asyncDispose]: stop };
}
