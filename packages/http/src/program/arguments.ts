import { parseArgs } from 'node:util';
import { RESULT_FORMATS, type ResultFormat } from './result-formats.ts';

export const COMMANDS = [
  'serve',
  'check-config',
  'hash-password',
  'migrate',
  'seed',
  'query',
  'verify',
  'reindex',
] as const;
export type CommandName = (typeof COMMANDS)[number];

export interface Arguments {
  readonly command: CommandName;
  readonly configFile: string | undefined;
  /** `key=value` of each `--set`. */
  readonly set: readonly string[];
  readonly demo: boolean;
  readonly help: boolean;
  readonly version: boolean;
  /** Of `query`; empty for other commands. */
  readonly query: QueryArguments;
}

export interface QueryArguments {
  /** AQL. */
  readonly text: string;
  /** By name, as `--param` gives them; several make a list. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly format: ResultFormat;
  /** Say how the query would be run instead of running it. */
  readonly explain: boolean;
}

/** A command line that makes no sense; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Values = ReturnType<typeof parse>['values'];

/** Reads the command line without the program's name. Throws {@link UsageError}. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parse(argv);
  const [name = 'serve', ...rest] = positionals;
  const command = COMMANDS.find((known) => known === name);
  if (command === undefined) throw new UsageError(`there is no command ${JSON.stringify(name)}`);
  checkOptions(command, values);
  const { config: configFile, set, demo, help, version } = values;
  const query = readQuery(command, rest, values);
  return { command, configFile, set, demo, help, version, query };
}

/** Commands that take an option; all of them take those that are not named here. */
const TAKEN_BY: Readonly<Partial<Record<keyof Values, readonly CommandName[]>>> = {
  demo: ['serve', 'seed'],
  param: ['query'],
  format: ['query'],
  explain: ['query'],
};

function checkOptions(command: CommandName, values: Values): void {
  for (const [option, commands] of Object.entries(TAKEN_BY)) {
    const given = values[option as keyof Values];
    const isGiven = Array.isArray(given) ? given.length > 0 : given !== undefined && given !== false;
    if (isGiven && !commands.includes(command)) throw new UsageError(`${command} has no --${option}`);
  }
  if (command === 'seed' && !values.demo) throw new UsageError('what to seed? Only --demo is there');
}

function readQuery(command: CommandName, rest: readonly string[], values: Values): QueryArguments {
  const [text = '', ...more] = rest;
  if (command !== 'query' && rest.length > 0) throw new UsageError(`${command} takes no arguments besides options`);
  if (command === 'query' && !values.help && (text === '' || more.length > 0)) {
    throw new UsageError('query takes the AQL as one argument: put it into quotes');
  }
  const format = RESULT_FORMATS.find((known) => known === (values.format ?? 'table'));
  if (format === undefined) throw new UsageError(`--format is one of ${RESULT_FORMATS.join(', ')}`);
  return { text, parameters: readParameters(values.param), format, explain: values.explain };
}

function readParameters(given: readonly string[]): QueryArguments['parameters'] {
  const parameters = new Map<string, string[]>();
  for (const one of given) {
    const [, name, value] = /^\$?(\w+)=(.*)$/s.exec(one) ?? [];
    if (name === undefined || value === undefined) throw new UsageError('--param must be written name=value');
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  }
  return Object.fromEntries(
    Array.from(parameters, ([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        set: { type: 'string', multiple: true, default: [] },
        demo: { type: 'boolean', default: false },
        param: { type: 'string', multiple: true, default: [] },
        format: { type: 'string' },
        explain: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the command line makes no sense');
  }
}

export const HELP = `cairn: an openEHR clinical data repository

Usage: cairn [command] [options]

Commands
  serve            run the server (the default)
  query "<AQL>"    run a query on the store and print the answer
  check-config     check the configuration and print it, secrets as ***
  hash-password    read a password and print its hash for auth.users
  migrate          bring the schema of the store up to date
  verify           read every document and compare the index with it
  reindex          make the index anew from the documents
  seed --demo      put demo templates and invented patients into the store

Options
  --config FILE    TOML file with settings
  --set KEY=VALUE  one setting; may be repeated
  --demo           with serve: seed the demo first
  --param NAME=VALUE
                   with query: the value of $NAME; the same name again makes a list
  --format FORMAT  with query: table (the default), json or csv
  --explain        with query: print how it would be run, and don't
  --version        print the version
  --help           print this

Settings come from --set, then the environment (CAIRN__SERVER__PORT=9000), then the file, then defaults;
docs/operate/configuration.md lists them all.
`;
