import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { hashPassword } from '../auth/index.ts';
import type { Terminal } from './terminal.ts';

/** Prints the hash of the password that is read from standard input; a terminal is asked, without an echo. */
export async function runHashPassword({ print, complain }: Terminal): Promise<number> {
  const password = await readLine();
  if (password === '') {
    complain('cairn: there is no password on standard input');
    return 1;
  }
  print(await hashPassword(password));
  return 0;
}

async function readLine(): Promise<string> {
  const { stdin, stderr } = process;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stderr.write('Password: ');
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  for await (const line of lines) {
    if (stdin.isTTY) stderr.write('\n');
    lines.close();
    return line;
  }
  return '';
}
