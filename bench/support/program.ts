import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A program of Node.js in a process of its own. */
export interface Program extends AsyncDisposable {
  /** What it said when it was ready. */
  readonly firstLine: string;
  /** Resident memory in MB; undefined where the operating system doesn't tell. */
  memory(): number | undefined;
}

/** As `npm start` has it. */
const NODE_OPTIONS = ['--conditions=cairn-source', '--min-semi-space-size=16'];

/** Runs a program from its sources and waits for its first line on standard output. Its standard error goes into a file. */
export async function startProgram(args: readonly string[], logFile: string): Promise<Program> {
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [...NODE_OPTIONS, ...args], { stdio: ['ignore', 'pipe', log] });
  closeSync(log);
  if (child.stdout === null) throw new TypeError('A program of the benchmark has no standard output');
  const [firstLine] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
  if (typeof firstLine !== 'string')
    throw new Error(`A program of the benchmark did not start: ${readFileSync(logFile, 'utf8').slice(-2000)}`);
  return { firstLine, memory: () => residentMegabytes(child), [Symbol.asyncDispose]: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Linux tells it in the file system; elsewhere nobody asks. */
function residentMegabytes({ pid }: ChildProcess): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1024) / 1e6;
}
