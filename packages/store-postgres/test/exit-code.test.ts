import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SERVER = fileURLToPath(new URL('support/server.ts', import.meta.url));

test('a process that has started PostgreSQL for tests ends with the exit code that it has set', () => {
  const script = `const { embeddedPostgres } = await import(${JSON.stringify(SERVER)}); await embeddedPostgres(); process.exitCode = 3;`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect(status).toBe(3);
});
