import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** What a process writes to standard error that hands three lines to the log and then does something else. */
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
  return text.split('\n').slice(0, 3);
}

test.each([
  ['goes on', 'setTimeout(() => process.kill(process.pid, "SIGKILL"), 1000);'],
  ['flushes and is killed', 'log.flush(); process.kill(process.pid, "SIGKILL");'],
  ['ends', ''],
  ['exits', 'process.exit(1);'],
  ['throws what nobody catches', 'throw new Error();'],
])('every line is written, in order, when the process %s', async (_, then) => {
  const lines = await logged(then);
  expect(lines.filter((line) => ['one', 'two', 'three'].includes(line))).toEqual(['one', 'two', 'three']);
});
