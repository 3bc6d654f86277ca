import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test.each([
  { example: 'embed.ts', output: /^cairn-vital-signs\.v1: version [0-9a-f-]{36}::my\.app::1 is there\n$/ },
  { example: 'history.ts', output: /^version 1: content\nversion 2: content\nversion 3: deleted\n$/ },
])('$example runs and prints what it says', async ({ example, output }) => {
  const program = fileURLToPath(new URL(example, import.meta.url));
  const { stdout } = await run(process.execPath, ['--conditions=cairn-source', program]);
  expect(stdout).toMatch(output);
});
