/**
 * Runs the program from its sources, in this process; installs first what is missing. `npm start` has one second from the command
 * to the first answer, and npm takes half of it.
 *
 * Plain JavaScript for Node.js 20 or newer, and the one thing that is run before compiled code can come from the cache: Node.js
 * would load its TypeScript parser for a first file in TypeScript.
 */
import { spawn } from 'node:child_process';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isRecent, ownNode } from './install.mjs';

const args = process.argv.slice(2);

if (!process.exitCode) {
  if (isRecent(process.version)) await run();
  else runOnOwnNode();
}

async function run() {
  module.enableCompileCache(fileURLToPath(new URL('../packages/http/node_modules/.cache/compiled', import.meta.url)));
  await import('../packages/http/src/bin.ts');
}

/** The Node.js of the system is older than the one that the repository brings along. */
function runOnOwnNode() {
  const command = ['--conditions=cairn-source', fileURLToPath(import.meta.url), ...args];
  const child = spawn(ownNode, command, { stdio: 'inherit', shell: process.platform === 'win32' });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}
