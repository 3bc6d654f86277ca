import { CdrError } from '@cairn/core';
import { ConfigError, redactedTree } from '../config/index.ts';
import { VERSION } from '../version.ts';
import { HELP, readArguments, UsageError, type Arguments } from './arguments.ts';
import { readConfig } from './read-config.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes of sysexits(3). */
const USAGE = 64;
const CONFIG = 78;

/** Runs the program and gives its exit code. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(readArguments(argv), terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`cairn: ${error.message}\n\n${HELP}`);
      return USAGE;
    }
    if (error instanceof ConfigError) {
      terminal.complain(`cairn: the configuration has ${error.problems.length} problem(s)\n${error.message}`);
      return CONFIG;
    }
    if (error instanceof CdrError || isSystemError(error)) {
      terminal.complain(`cairn: ${error.message}`);
      return 1;
    }
    throw error;
  }
}

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.help) {
    terminal.print(HELP.trimEnd());
    return 0;
  }
  if (args.version) {
    terminal.print(VERSION);
    return 0;
  }
  // What a command needs is loaded with it: checking a configuration should not wait for a database driver.
  switch (args.command) {
    case 'serve':
      return (await import('./serve.ts')).runServe(readConfig(args, terminal), args.demo, terminal);
    case 'check-config':
      terminal.print(JSON.stringify(redactedTree(readConfig(args, terminal)), undefined, 2));
      return 0;
    case 'hash-password':
      return (await import('./hash-password.ts')).runHashPassword(terminal);
    case 'migrate':
      return (await import('./store-commands.ts')).runMigrate(readConfig(args, terminal), terminal);
    case 'query':
      return (await import('./query.ts')).runQuery(readConfig(args, terminal), args.query, terminal);
    case 'verify':
      return (await import('./index-commands.ts')).runVerify(readConfig(args, terminal), terminal);
    case 'reindex':
      return (await import('./index-commands.ts')).runReindex(readConfig(args, terminal), terminal);
    case 'seed':
      return (await import('./store-commands.ts')).runSeed(readConfig(args, terminal), terminal);
  }
}

/** Such as a port that is taken or a folder that can't be written. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;
