import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** The lines that a process writes to standard error that hands three to the log and then does something else. */
async function logged(then: string): Promise<readonly string[]> {
  const destination = new URL('../../src/server/log-destination.ts', import.meta.url).href;
  const program = `
    import { logDestination } from ${JSON.stringify(destination)};
    const log = logDestination();
    for (const line of ['one', 'two', 'three']) log.write(line + '\\n');
    ${then}`;
  const child = spawn(process.execPath, ['--conditions=cairn-source', '--input-type=module', '--eval', program]);
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  return text.trimEnd().split('\n');
}

test.each([
  ['goes on', 'setTimeout(() => process.kill(process.pid, "SIGKILL"), 1000);'],
  ['flushes and is killed', 'await log.flush(); process.kill(process.pid, "SIGKILL");'],
  ['ends', ''],
  ['exits', 'process.exit(1);'],
  ['throws what nobody catches', 'throw new Error();'],
])('every line is written, in order, when the process %s', async (_, then) => {
  const lines = (await logged(then)).slice(0, 3);
  expect(lines.filter((line) => ['one', 'two', 'three'].includes(line))).toEqual(['one', 'two', 'three']);
});

test('a reader who has stopped does not keep the process from its end, nor what waits for them from a limit', async () => {
  const destination = new URL('../../src/server/log-destination.ts', import.meta.url).href;
  const program = `
    import { logDestination } from ${JSON.stringify(destination)};
    const log = logDestination();
    for (let count = 0; count < 20_000; count += 1) log.write('x'.repeat(1000) + '\\n');
    const held = process.memoryUsage().heapUsed;
    setTimeout(async () => {
      const start = performance.now();
      await log.flush();
      console.log(JSON.stringify({ held, flushed: performance.now() - start }));
    }, 100);`;
  // Standard error is a pipe that is not read.
  const child = spawn(process.execPath, ['--conditions=cairn-source', '--input-type=module', '--eval', program]);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  expect(await once(child, 'exit')).toEqual([0, null]);
  const { held, flushed } = JSON.parse(text) as { held: number; flushed: number };
  expect(flushed).toBeGreaterThan(900);
  expect(flushed).toBeLessThan(3000);
  expect(held).toBeLessThan(64 * 2 ** 20);
});

test('a reader is told how many lines are missing', async () => {
  const lines = await logged(`for (let count = 0; count < 9000; count += 1) log.write('x'.repeat(1000) + '\\n');`);
  const last: unknown = JSON.parse(lines.at(-1) ?? '');
  expect(last).toEqual({
    level: 'warn',
    time: expect.any(String),
    target: 'cairn::server',
    lines: 3 + 9000 - (lines.length - 1),
    message: 'log lines were dropped, since nobody read them',
  });
  expect(lines.length).toBeGreaterThan(8000);
});
