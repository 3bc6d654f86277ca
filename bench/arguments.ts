import { parseArgs } from 'node:util';
import type { StoreName } from './part.ts';

export interface Arguments {
  /** Names of parts; none: all. */
  readonly names: readonly string[];
  /** Parts of another store are left out. */
  readonly store: StoreName | undefined;
  readonly json: string | undefined;
  readonly quick: boolean;
  readonly strict: boolean;
  readonly help: boolean;
}

/** A command line that makes no sense. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const STORES: readonly StoreName[] = ['sqlite', 'postgres'];

/** Throws a {@link UsageError}. */
export function readArguments(argv: readonly string[], known: readonly string[]): Arguments {
  const { values, positionals } = parse(argv);
  for (const name of positionals) if (!known.includes(name)) throw new UsageError(`there is no part ${name}`);
  const store = STORES.find((name) => name === values.store);
  if (store !== values.store) throw new UsageError(`there is no store ${values.store}; one of ${STORES.join(', ')}`);
  return {
    names: positionals,
    store,
    json: values.json,
    quick: values.quick,
    strict: values.strict,
    help: values.help,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        store: { type: 'string' },
        json: { type: 'string' },
        quick: { type: 'boolean', default: false },
        strict: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the command line makes no sense');
  }
}

export const help = (
  known: readonly string[],
): string => `The performance budget, each figure against a floor of the same run.

Usage: npm run bench -- [part …] [options]

Parts (none named: all): ${known.join(', ')}

Options
  --store NAME   only what measures this store, ${STORES.join(' or ')}
  --json FILE    write the figures to a file, too
  --quick        a glance: fewer rounds, wider spread
  --strict       exit with 1 when a figure is over its budget
  --help         print this`;
