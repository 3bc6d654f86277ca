import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GIT_HEAD } from '../version.ts';

const here = fileURLToPath(import.meta.url);

/** Where the running code came from. */
export interface BuildFacts {
  readonly git_sha: string;
  /** When the running files were written. */
  readonly build_date: string;
  /** What made JavaScript of the sources. */
  readonly compiler: string;
}

/** By what this file has become; in a bundle it has no name of its own. */
const compilers: Readonly<Record<string, string>> = {
  'build.ts': `node type stripping (amaro ${process.versions['amaro'] ?? 'unknown'})`,
  'build.js': 'typescript',
};

/** The commit of the working copy that holds this folder. */
function checkedOutCommit(folder: string): string | undefined {
  const git = join(folder, '.git');
  if (!existsSync(join(git, 'HEAD'))) {
    const parent = dirname(folder);
    return parent === folder ? undefined : checkedOutCommit(parent);
  }
  const head = readFileSync(join(git, 'HEAD'), 'utf8').trim();
  if (!head.startsWith('ref: ')) return head;
  const ref = head.slice('ref: '.length);
  if (existsSync(join(git, ref))) return readFileSync(join(git, ref), 'utf8').trim();
  const packed = join(git, 'packed-refs');
  const line = existsSync(packed)
    ? readFileSync(packed, 'utf8')
        .split('\n')
        .find((text) => text.endsWith(` ${ref}`))
    : undefined;
  return line?.split(' ', 1)[0];
}

/** What is on the disk later may be another program. */
export const buildFacts: BuildFacts = {
  git_sha: GIT_HEAD ?? checkedOutCommit(dirname(here)) ?? 'unknown',
  build_date: statSync(here).mtime.toISOString(),
  compiler: compilers[basename(here)] ?? 'rolldown',
};
