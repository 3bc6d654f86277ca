import { parseArgs } from 'node:util';

export const COMMANDS = ['serve', 'check-config', 'hash-password', 'migrate', 'seed'] as const;
export type CommandName = (typeof COMMANDS)[number];

export interface Arguments {
  readonly command: CommandName;
  readonly configFile: string | undefined;
  /** `key=value` of each `--set`. */
  readonly set: readonly string[];
  readonly demo: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** A command line that makes no sense; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the command line without the program's name. Throws {@link UsageError}. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parse(argv);
  const [name = 'serve', ...rest] = positionals;
  const command = COMMANDS.find((known) => known === name);
  if (command === undefined) throw new UsageError(`there is no command ${JSON.stringify(name)}`);
  if (rest.length > 0) throw new UsageError(`${command} takes no arguments besides options`);
  if (values.demo && command !== 'serve' && command !== 'seed') throw new UsageError(`${command} has no --demo`);
  if (command === 'seed' && !values.demo) throw new UsageError('what to seed? Only --demo is there');
  return {
    command,
    configFile: values.config,
    set: values.set,
    demo: values.demo,
    help: values.help,
    version: values.version,
  };
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
  check-config     check the configuration and print it, secrets as ***
  hash-password    read a password and print its hash for auth.users
  migrate          bring the schema of the store up to date
  seed --demo      put demo templates and invented patients into the store

Options
  --config FILE    TOML file with settings
  --set KEY=VALUE  one setting; may be repeated
  --demo           with serve: seed the demo first
  --version        print the version
  --help           print this

Settings come from --set, then the environment (CAIRN__SERVER__PORT=9000), then the file, then defaults;
docs/operate/configuration.md lists them all.
`;
