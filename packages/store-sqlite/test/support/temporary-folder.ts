import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for one test, and the path of a database in it that is not there yet. */
export function temporaryFolder(): { readonly folder: string; readonly file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
  return { folder, file: join(folder, 'cairn.db'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
