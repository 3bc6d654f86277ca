import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Figure, Part } from './part.ts';
import { startProgram } from './support/program.ts';

const CAIRN = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url));
const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url));

/** How long a server is idle before its memory is looked at, in milliseconds. */
const REST = 400;

export const start: Part = {
  name: 'start',
  store: 'sqlite',
  async run({ quick, folder }) {
    const cairn = [CAIRN, '--set', 'server.port=0', '--set', `store.url=sqlite:${join(folder, 'cairn.db')}`];
    const log = join(folder, 'start.log');
    // The first start makes the bundle, the database and its administrator; nobody waits for that twice.
    await observe(cairn, log, 0);
    const starts: Start[] = [];
    const bare: Start[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      starts.push(await observe(cairn, log, REST));
      bare.push(await observe([BARE], log, REST));
    }

    const floor = 'a bare server on Node.js';
    const startUp: Figure = {
      work: 'start of the program to its first answer',
      floor,
      unit: 'ms',
      measured: starts.map(({ milliseconds }) => milliseconds),
      against: bare.map(({ milliseconds }) => milliseconds),
      budget: { quantity: 1000 },
    };
    const memory: Figure = {
      work: 'memory of the idle program (RSS)',
      floor,
      unit: 'MB',
      measured: starts.flatMap(({ megabytes }) => megabytes ?? []),
      against: bare.flatMap(({ megabytes }) => megabytes ?? []),
      budget: { quantity: 150 },
    };
    return memory.measured.length === 0 ? [startUp] : [startUp, memory];
  },
};

interface Start {
  /** From nothing to the first answer. */
  readonly milliseconds: number;
  readonly megabytes: number | undefined;
}

/** Starts a server, asks it once, lets it rest, stops it. */
async function observe(args: readonly string[], log: string, rest: number): Promise<Start> {
  const started = performance.now();
  await using server = await startProgram(args, log);
  const origin = /http:\/\/[\d.:]+/.exec(server.firstLine)?.[0];
  const [answer] = (await once(get(`${origin}/health`, { agent: false }), 'response')) as [IncomingMessage];
  answer.resume();
  const milliseconds = performance.now() - started;
  if (answer.statusCode !== 200) throw new Error(`The first answer of a server has status ${answer.statusCode}`);
  await pause(rest);
  return { milliseconds, megabytes: server.memory() };
}
