import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { help, readArguments, UsageError, type Arguments } from './arguments.ts';
import type { Part } from './part.ts';
import { parts } from './parts.ts';
import { findingOf, table, type Finding } from './report.ts';

/** On the same disk as the repository: a folder for temporary files may lie in memory, where nothing is durable. */
const SCRATCH = fileURLToPath(new URL('data', import.meta.url));
const USAGE = 64;
const names = [...new Set(parts.map(({ name }) => name))];

/** Gives the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  let args: Arguments;
  try {
    args = readArguments(argv, names);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`bench: ${error.message}\n\n${help(names)}`);
    return USAGE;
  }
  if (args.help) {
    console.log(help(names));
    return 0;
  }
  const wanted = parts.filter((part) => isWanted(part, args));
  if (wanted.length === 0) {
    console.error(`bench: no part measures this with the store ${args.store}`);
    return USAGE;
  }
  const findings: Finding[] = [];
  let broken = false;
  for (const part of wanted) {
    try {
      findings.push(...(await measure(part, args.quick)));
    } catch (error) {
      broken = true;
      console.error(`${labelOf(part)}: broken`, error);
    }
  }
  console.log(`${machine()}\n\n${table(findings)}`);
  if (args.json !== undefined)
    writeFileSync(args.json, `${JSON.stringify({ machine: machine(), findings }, null, 2)}\n`);
  return broken || (args.strict && findings.some(({ verdict }) => verdict === 'OVER')) ? 1 : 0;
}

const isWanted = ({ name, store }: Part, args: Arguments): boolean =>
  (args.names.length === 0 || args.names.includes(name)) && (args.store === undefined || args.store === store);

async function measure(part: Part, quick: boolean): Promise<readonly Finding[]> {
  mkdirSync(SCRATCH, { recursive: true });
  const folder = mkdtempSync(join(SCRATCH, `${part.name}-`));
  const started = performance.now();
  try {
    const figures = await part.run({ quick, folder });
    console.error(`${labelOf(part)}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return figures.map((figure) => findingOf(labelOf(part), figure));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const labelOf = ({ name, store }: Part): string => (store === 'postgres' ? `${name} (${store})` : name);

function machine(): string {
  const [first] = cpus();
  return `${process.platform} ${process.arch}, ${first?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node.js ${process.version}`;
}

process.exitCode = await main(process.argv.slice(2));
