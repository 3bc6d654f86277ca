import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringifyJson, type JsonObject } from '@cairn/core';
import { openFloor, readCommits, type CommitRows, type Floor } from './commit-floor-postgres.ts';
import type { Figure, Part } from './part.ts';
import { compositions } from './support/compositions.ts';
import { openConnection, postRequest, type Connection } from './support/http-client.ts';
import { startPostgres } from './support/postgres.ts';
import { startProgram } from './support/program.ts';
import { concurrently, race, type Distance, type Lap } from './support/race.ts';
import { dealOut, makeDatabase, openWorkbench, type Filing, type Workbench } from './support/workbench.ts';

const EHRS = 50;
const CLIENTS = [1, 4, 16] as const;
const MOST_CLIENTS = 16;
/** Commits of one lap: enough of each client that how it begins and ends, when not all are at work, does not count for much. */
const LAP = 8 * MOST_CLIENTS;
/** How often a round of the race takes the next commits, on each side. */
const LAPS = 2 * CLIENTS.length;

const USER = { username: 'bench', password: 'bench' };
const SERVER = fileURLToPath(new URL('commit-server.ts', import.meta.url));

export const commitPostgres: Part = {
  name: 'commit',
  store: 'postgres',
  async run({ quick, folder }) {
    // Some thousand commits, after which the compiler knows a process like one that has been at work for a minute.
    const distance: Distance = quick ? { rounds: 2, warmUp: 1, seconds: 6 } : { rounds: 12, warmUp: 8, seconds: 60 };
    await using postgres = await startPostgres(folder);
    const ehrIds = await makeDatabase(await postgres.createDatabase('start'), EHRS);
    const copy = (name: string): Promise<string> => postgres.createDatabase(name, 'start');
    // Without uids of their own, so that every side can be given the same ones.
    const contents = compositions((distance.rounds + distance.warmUp) * LAP).map(withoutUid);
    const filings = dealOut(Array.from({ length: LAPS }, () => contents).flat(), ehrIds);
    const rows = await rehearse(await copy('rehearsal'), filings);

    const served = await copy('served');
    await using server = await startProgram(
      [SERVER, served, USER.username, USER.password, String(MOST_CLIENTS)],
      join(folder, 'commit.log'),
    );
    await using service = await openService(server.firstLine, filings);
    await using workbench = await openWorkbench(await copy('worked'), MOST_CLIENTS);
    await using floor = await openFloor(await copy('bare'), rows, MOST_CLIENTS);
    const inProcess = filings.values();
    const laps: Record<string, Lap> = {};
    for (const clients of CLIENTS) {
      laps[`http ${clients}`] = () => service.createNext(LAP, clients);
      laps[`floor ${clients}`] = () => writeNext(floor, clients);
      laps[`process ${clients}`] = () => createNext(workbench, inProcess, clients);
      laps[`again ${clients}`] = () => writeNext(floor, clients);
    }
    const times = await race(laps, distance);
    return CLIENTS.flatMap((clients): readonly Figure[] => {
      const of = (name: string): readonly number[] => times[`${name} ${clients}`] ?? [];
      const common = { floor: 'its rows in one statement', unit: 'ms' } as const;
      const who = clients === 1 ? 'one client' : `${clients} clients`;
      return [
        {
          ...common,
          work: `commit a composition over HTTP, PostgreSQL, ${who}`,
          measured: of('http'),
          against: of('floor'),
          budget: { ratio: 2 },
        },
        { ...common, work: `the same in process, ${who}`, measured: of('process'), against: of('again') },
      ];
    });
  },
};

function withoutUid(composition: JsonObject): JsonObject {
  const { uid: _, ...content } = composition;
  return content;
}

async function rehearse(url: string, filings: readonly Filing<JsonObject>[]): Promise<readonly CommitRows[]> {
  {
    await using workbench = await openWorkbench(url, MOST_CLIENTS);
    await concurrently(MOST_CLIENTS, filings, ({ ehrId, composition }) =>
      workbench.cdr.compositions.create(ehrId, composition),
    );
  }
  return readCommits(url);
}

async function writeNext(floor: Floor, clients: number): Promise<number> {
  await floor.writeNext(LAP, clients);
  return LAP;
}

async function createNext({ cdr }: Workbench, filings: Iterator<Filing<JsonObject>>, clients: number): Promise<number> {
  await concurrently(clients, take(filings, LAP), ({ ehrId, composition }) =>
    cdr.compositions.create(ehrId, composition),
  );
  return LAP;
}

interface Service extends AsyncDisposable {
  createNext(count: number, clients: number): Promise<number>;
}

async function openService(origin: string, filings: readonly Filing<JsonObject>[]): Promise<Service> {
  const authorization = `Basic ${btoa(`${USER.username}:${USER.password}`)}`;
  const requests = filings
    .map(({ ehrId, composition }) =>
      postRequest(origin, `/rest/openehr/v1/ehr/${ehrId}/composition`, authorization, stringifyJson(composition)),
    )
    .values();
  const connections: Connection[] = [];
  for (let opened = 0; opened < MOST_CLIENTS; opened += 1) connections.push(await openConnection(origin));
  return {
    async createNext(count, clients) {
      await concurrently(clients, take(requests, count), async (bytes, client) => connections[client]?.request(bytes));
      return count;
    },
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection[Symbol.dispose]();
    },
  };
}

function take<T>(items: Iterator<T>, count: number): readonly T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = items.next();
    if (done) throw new Error('The benchmark has run out of compositions');
    taken.push(value);
  }
  return taken;
}
