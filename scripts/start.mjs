/**
 * Runs the program, in this process, from a bundle of its sources that is made when one of them has changed; installs first what is
 * missing. `npm start` has one second from the command to the first answer, and npm takes half of it.
 *
 * Plain JavaScript for Node.js 20 or newer, and the one thing that is run before compiled code can come from the cache: Node.js
 * would load its TypeScript parser for a first file in TypeScript.
 */
import * as module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freshBundle, makeBundle } from './bundle.mjs';

const sources = fileURLToPath(new URL('../packages/http/src/bin.ts', import.meta.url));

stopWithNpm();
const bundle = freshBundle();
if (bundle !== undefined) await run(bundle);
else await installAndRun();

async function installAndRun() {
  const { isRecent, ownNode } = await import('./install.mjs');
  if (process.exitCode) return;
  if (isRecent(process.version)) await run(await bundleOrSources());
  else await runOn(ownNode);
}

async function bundleOrSources() {
  try {
    return await makeBundle();
  } catch (error) {
    console.error(`The program starts slowly, from its sources: they could not be bundled. ${error.message}`);
    return sources;
  }
}

async function run(file) {
  module.enableCompileCache(fileURLToPath(new URL('../packages/http/node_modules/.cache/compiled', import.meta.url)));
  // A program that is killed keeps nothing when it ends.
  setTimeout(() => module.flushCompileCache(), 10_000).unref();
  await import(pathToFileURL(file));
}

/** npm hands signals to its shell alone, and there are shells that end without their child: this goes when that has gone. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}

/** The Node.js of the system is older than the one that the repository brings along. */
async function runOn(node) {
  const { spawn } = await import('node:child_process');
  const command = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, command, { stdio: 'inherit', shell: process.platform === 'win32' });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}
