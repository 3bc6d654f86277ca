/** Each in a process of its own, whose size is measured. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { HOSTILE_QUERIES } from '../support/hostile-queries.ts';

const script = fileURLToPath(new URL('../support/hostile-process.ts', import.meta.url));

/** Beyond the time that a query may take, for a loaded machine. */
const MOST_MS = 20_000;
const MOST_MEGABYTES = 700;

it.each(Object.entries(HOSTILE_QUERIES))(
  '%s ends in time and in bounds',
  { timeout: 90_000 },
  async (name, { outcomes }) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=cairn-source', script, name]);
    const { code, milliseconds, megabytes } = JSON.parse(stdout) as Record<
      'code' | 'milliseconds' | 'megabytes',
      unknown
    >;
    expect(outcomes).toContain(code);
    expect(milliseconds).toBeLessThan(MOST_MS);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  },
);
