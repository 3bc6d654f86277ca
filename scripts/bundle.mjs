/**
 * The program and its query threads as one JavaScript file each, made of all that they import: Node.js takes longer to find and load
 * some seven hundred modules one by one than for everything else at a start.
 *
 * A bundle is used as long as every file that it was made of is as it was then. It lies as far from the package's description as the
 * sources do, and its files are called as theirs would be when compiled, so that code finds what it looks for from there as well.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));
const folder = join('packages', 'http', 'bundle');
const program = join(folder, 'bin.js');
const record = join(folder, 'made-of.json');

const entries = [join('packages', 'http', 'src', 'bin.ts'), join('packages', 'store-sqlite', 'src', 'query-worker.ts')];
/** Not in the bundle: the first finds its machine code beside itself, the second nobody has to have. */
const external = ['better-sqlite3', 'pg-native'];
/** Besides the sources. npm's record stands for all that npm has put there. */
const decisive = [
  'package-lock.json',
  join('node_modules', '.package-lock.json'),
  join('node_modules', 'better-sqlite3', 'package.json'),
  join('packages', '*', 'package.json'),
  join('scripts', 'bundle.mjs'),
];

/** Path of the program's bundle; undefined when there is none, or one made of other files than those that are there now. */
export function freshBundle(root = repository) {
  try {
    const { node, files } = JSON.parse(readFileSync(join(root, record), 'utf8'));
    const isFresh = node === process.version && files.every(([file, stamp]) => stampOf(join(root, file)) === stamp);
    return isFresh ? join(root, program) : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the bundle anew and gives its path. Throws where that can't be: a source is no TypeScript, a folder can't be written. */
export async function makeBundle(root = repository) {
  // Node.js 20, which may load this file to install what is missing, does not have it.
  const { globSync } = await import('node:fs');
  // Each is stamped before it is read: what changes meanwhile makes the bundle stale.
  const stamps = new Map(globSync(decisive, { cwd: root }).map((file) => [file, stampOf(join(root, file))]));
  const outputs = await Promise.all(entries.map((entry) => bundleOf(root, entry, stamps)));
  mkdirSync(join(root, folder), { recursive: true });
  // Another start that makes the same at the same time must not leave this one's record beside its own program.
  for (const { fileName, code } of outputs)
    stamps.set(join(folder, fileName), write(join(root, folder, fileName), code));
  write(join(root, record), JSON.stringify({ node: process.version, files: [...stamps] }));
  return join(root, program);
}

async function bundleOf(root, entry, stamps) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: root,
    input: entry,
    platform: 'node',
    external,
    resolve: { conditionNames: ['cairn-source', 'node', 'default'] },
    tsconfig: false,
    plugins: [stamping((file) => stamps.set(relative(root, file), stampOf(file))), requiring],
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return output[0];
}

const stamping = (stamp) => ({
  name: 'stamping',
  load: { filter: { id: { exclude: /node_modules|\0/ } }, handler: (file) => void stamp(file) },
});

const REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;

/** What a source loads as CommonJS, because that is found sooner, goes into the bundle too. */
const requiring = {
  name: 'requiring',
  transform: { filter: { code: REQUIRE }, handler: (code) => code.replace(REQUIRE, '') },
};

/** All at once or not at all; gives the stamp. */
function write(file, content) {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, content);
  const stamp = stampOf(mine);
  renameSync(mine, file);
  return stamp;
}

function stampOf(file) {
  const { mtimeMs, size } = statSync(file);
  return `${mtimeMs} ${size}`;
}
