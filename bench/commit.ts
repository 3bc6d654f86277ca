import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { stringifyJson, type JsonObject } from '@cairn/core';
import { openFloor, type CommitRows } from './commit-floor.ts';
import type { Part } from './part.ts';
import { checker } from './support/checker.ts';
import { compositions } from './support/compositions.ts';
import { readJournal, startJournal } from './support/journal.ts';
import { concurrently, race, type Lap } from './support/race.ts';
import { dealOut, makeDatabase, openWorkbench, type Filing, type Workbench } from './support/workbench.ts';

const EHRS = 50;
const CLIENTS = 16;
/** Commits of one lap. */
const LAP = 2 * CLIENTS;

export const commit: Part = {
  name: 'commit',
  store: 'sqlite',
  async run({ quick, folder }) {
    const distance = quick ? { rounds: 6, warmUp: 2, seconds: 3 } : { rounds: 12, warmUp: 4, seconds: 10 };
    const start = join(folder, 'start.db');
    const ehrIds = await makeDatabase(start, EHRS);
    const copy = (name: string): string => {
      const file = join(folder, `${name}.db`);
      copyFileSync(start, file);
      return file;
    };
    const filings = dealOut(compositions((distance.rounds + distance.warmUp) * LAP), ehrIds);
    const rows = await rehearse(copy('rehearsal'), filings);
    const check = await checker();

    await using alone = await openWorkbench(copy('alone'));
    await using together = await openWorkbench(copy('together'));
    using bare = openFloor(copy('bare'), rows);
    using bareGroups = openFloor(copy('bare-groups'), rows);
    using needed = openFloor(copy('needed'), rows);
    const times = await race(
      {
        bare: inLaps(filings, (lap) => lap.forEach(() => bare.writeNext(1))),
        alone: inLaps(filings, (lap) => createAll(alone, lap, 1)),
        needed: inLaps(filings, (lap) => {
          for (const { composition } of lap) {
            check(composition);
            zstdCompressSync(stringifyJson(composition));
            needed.writeNext(1);
          }
        }),
        together: inLaps(filings, (lap) => createAll(together, lap, CLIENTS)),
        bareGroups: inLaps(filings, ({ length }) => {
          for (let done = 0; done < length; done += CLIENTS) bareGroups.writeNext(CLIENTS);
        }),
      },
      distance,
    );

    const againstRows = { floor: 'its rows in one bare transaction', unit: 'ms', against: times.bare } as const;
    const budget = { ratio: 1.5 };
    return [
      { ...againstRows, work: 'commit a composition in process, one client', measured: times.alone, budget },
      {
        work: 'the same',
        floor: 'validation, JSON text, compression, bare transaction',
        unit: 'ms',
        measured: times.alone,
        against: times.needed,
      },
      { ...againstRows, work: `commit a composition in process, ${CLIENTS} clients`, measured: times.together, budget },
      {
        work: 'the same',
        floor: `${CLIENTS} of them in one bare transaction`,
        unit: 'ms',
        measured: times.together,
        against: times.bareGroups,
      },
    ];
  },
};

/** Commits everything, one by one; gives the rows that each commit wrote. */
async function rehearse(file: string, filings: readonly Filing<JsonObject>[]): Promise<readonly CommitRows[]> {
  startJournal(file);
  await using workbench = await openWorkbench(file);
  using journal = readJournal(file);
  const commits: CommitRows[] = [];
  for (const filing of filings) {
    await createAll(workbench, [filing], 1);
    commits.push(journal.next());
  }
  return commits;
}

const createAll = ({ cdr }: Workbench, filings: readonly Filing<JsonObject>[], clients: number): Promise<void> =>
  concurrently(clients, filings, ({ ehrId, composition }) => cdr.compositions.create(ehrId, composition));

/** Each lap takes the next items. */
function inLaps<T>(items: readonly T[], work: (lap: readonly T[]) => Promise<void> | void): Lap {
  let from = 0;
  return async () => {
    const lap = items.slice(from, from + LAP);
    from += LAP;
    await work(lap);
    return lap.length;
  };
}
