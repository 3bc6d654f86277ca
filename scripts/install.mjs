/**
 * Installs what package-lock.json asks for, when it is not there; runs before `npm start`, `npm test` and `npm run bench`.
 *
 * Plain JavaScript for Node.js 20 or newer: it has to run before the repository's own Node.js (npm package `node`) is there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
export const ownNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const ownPath = join('node_modules', '.bin');
const lockFile = join(modules, '.cairn-install');
const wantedNode = [24, 11];

if (!isInstalled() || !nodeWorks()) process.exitCode = withLock(install);

/** Gives the exit code. */
function install() {
  // Another start may have done the work while this one waited for the lock.
  if (!isInstalled()) {
    console.error('Installing dependencies, once; this takes a minute …');
    // Not `npm ci`: it refuses a lock file made where packages for other platforms were not to be had.
    const flags = ['--no-save', '--package-lock', '--include=dev', '--include=optional', '--engine-strict=false'];
    const result = npm(['install', ...flags, '--no-audit', '--no-fund']);
    if (result.status !== 0) return failure('Dependencies could not be installed.', result);
  }
  if (nodeWorks()) return 0;
  // Its install script was skipped, as with `ignore-scripts=true`, or it was made for another system.
  console.error("Setting up the repository's own Node.js …");
  const result = npm(['rebuild', 'node', '--ignore-scripts=false']);
  if (nodeWorks()) return 0;
  // What can't run here, as with another C library, must not stand before a good one of the system.
  rmSync(ownNode, { force: true });
  if (nodeWorks()) return 0;
  return failure(
    `Node.js ${wantedNode.join('.')} or newer is needed, and its npm package could not be set up.`,
    result,
  );
}

/** npm's own record of what it put into node_modules agrees with package-lock.json, and it is still there. */
function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(modules, '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/')) return true;
    if (optional && present[path] === undefined) return true;
    // What lies in a workspace's own node_modules is not on npm's record.
    const recorded = link || !path.startsWith('node_modules/') || present[path]?.version === version;
    return recorded && existsSync(join(root, path));
  });
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** The Node.js that npm's scripts will find is recent: the repository's own one, or without it the one that runs this. */
function nodeWorks() {
  if (!existsSync(ownNode)) return isRecent(process.version);
  if (realpathSync(process.execPath) === realpathSync(ownNode)) return isRecent(process.version);
  const { status, stdout } = spawnSync(ownNode, ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return status === 0 && isRecent(stdout);
}

export function isRecent(version) {
  const [major, minor] = version.replace('v', '').split('.').map(Number);
  return major > wantedNode[0] || (major === wantedNode[0] && minor >= wantedNode[1]);
}

/** npm on the Node.js of the system: the repository's own one is about to be replaced. */
function npm(args) {
  const systemPath = (process.env.PATH ?? '').split(delimiter).filter((dir) => !dir.endsWith(ownPath));
  return spawnSync('npm', args, {
    cwd: root,
    env: { ...process.env, PATH: systemPath.join(delimiter) },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
}

function failure(sentence, { error, status, stdout, stderr }) {
  console.error([stdout, stderr, error?.message, sentence].filter(Boolean).join('\n'));
  return status || 1;
}

/** One install at a time: a file that holds the installer's process id; the file of a dead process is taken over. */
function withLock(action) {
  mkdirSync(modules, { recursive: true });
  for (let announced = false; !tryLock(); announced = true) {
    if (!announced) console.error('Another start is installing dependencies; waiting for it …');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    return action();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function tryLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (holderLives()) return false;
    rmSync(lockFile, { force: true });
    return tryLock();
  }
}

function holderLives() {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8'));
    // The file is empty for the moment between its making and its filling.
    if (pid === 0) return Date.now() - statSync(lockFile).mtimeMs < 5_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
