import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Part } from './part.ts';
import { compositions } from './support/compositions.ts';
import { concurrently } from './support/race.ts';
import { dealOut, makeDatabase, openWorkbench } from './support/workbench.ts';

const EHRS = 100;
const CLIENTS = 16;

export const disk: Part = {
  name: 'disk',
  store: 'sqlite',
  async run({ quick, folder }) {
    const count = quick ? 400 : 2000;
    const file = join(folder, 'disk.db');
    const filings = dealOut(compositions(count), await makeDatabase(file, EHRS));
    const before = statSync(file).size;
    {
      await using workbench = await openWorkbench(file);
      const { cdr } = workbench;
      await concurrently(CLIENTS, filings, ({ ehrId, composition }) => cdr.compositions.create(ehrId, composition));
    }
    // Closing has moved the log into the file: what it has grown by is everything that the compositions take.
    return [
      {
        work: `bytes on disk for each of ${count} compositions`,
        floor: 'its compressed document',
        unit: 'bytes',
        measured: [(statSync(file).size - before) / count],
        against: [meanDocument(file)],
        budget: { ratio: 4 },
      },
    ];
  },
};

function meanDocument(file: string): number {
  const db = new Database(file, { readonly: true });
  try {
    const mean = db.prepare<[], number>('select avg(length(document)) from version where kind = 1').pluck().get();
    if (mean === undefined) throw new Error('There are no compositions in the file');
    return mean;
  } finally {
    db.close();
  }
}
