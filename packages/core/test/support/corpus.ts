import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Folder of the acceptance corpus, which lies beside the repository where there is one; undefined in a plain clone. */
export const corpusDir: string | undefined = [join(repository, '..', 'shared', 'corpus')].find((dir) =>
  existsSync(dir),
);

if (corpusDir === undefined) console.log('corpus tests skipped: no ../shared/corpus beside the repository');

/** All corpus files below `folder` that end in `suffix`, as paths relative to the corpus; empty without a corpus. */
export function corpusFiles(folder: string, suffix: string): string[] {
  if (corpusDir === undefined) return [];
  const root = corpusDir;
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** A corpus file as text, without a byte order mark. */
export function corpusText(file: string): string {
  if (corpusDir === undefined) throw new Error('there is no corpus');
  return readFileSync(join(corpusDir, file), 'utf8').replace(/^\uFEFF/, '');
}

/** Corpus files that Cairn does not treat as their source expects, by path, with the reason (conformance/README.md). */
export function corpusExceptions(): ReadonlyMap<string, string> {
  const list: unknown = JSON.parse(readFileSync(join(repository, 'conformance', 'exceptions.json'), 'utf8'));
  return new Map((list as readonly { file: string; reason: string }[]).map(({ file, reason }) => [file, reason]));
}
