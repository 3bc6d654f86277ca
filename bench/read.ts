import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Part } from './part.ts';
import { compositions } from './support/compositions.ts';
import { getRequest, openConnection, type Connection } from './support/http-client.ts';
import { startProgram } from './support/program.ts';
import { concurrently, race, type Lap } from './support/race.ts';
import { dealOut, makeDatabase, openWorkbench } from './support/workbench.ts';

const EHRS = 20;
const COMPOSITIONS = 100;
const CONNECTIONS = 8;
/** Requests of one lap. */
const LAP = 2 * COMPOSITIONS;

const USER = { username: 'bench', password: 'bench' };
const BASE_PATH = '/rest/openehr/v1';
const SERVER = fileURLToPath(new URL('read-server.ts', import.meta.url));

export const read: Part = {
  name: 'read',
  store: 'sqlite',
  async run({ quick, folder }) {
    const file = join(folder, 'read.db');
    const paths = await makeRecords(file);
    await using server = await startProgram(
      [SERVER, file, USER.username, USER.password, ...paths],
      join(folder, 'read.log'),
    );
    const origins: { readonly service: string; readonly floor: string } = JSON.parse(server.firstLine);

    const service = await target(origins.service, paths);
    const closed = await target(
      origins.floor,
      paths.map((_, n) => `/closed/${n}`),
    );
    const open = await target(
      origins.floor,
      paths.map((_, n) => `/open/${n}`),
    );
    await assertEqual(service, open);
    const times = await race(
      { service: lapOf(service), closed: lapOf(closed), open: lapOf(open) },
      quick ? { rounds: 8, warmUp: 7, seconds: 3 } : { rounds: 50, warmUp: 15, seconds: 12 },
    );
    for (const { connections } of [service, closed, open]) for (const one of connections) one[Symbol.dispose]();

    const work = `read the latest composition over HTTP, ${CONNECTIONS} connections`;
    return [
      {
        work,
        floor: 'its bytes from a static Hono route, authenticated',
        unit: 'ms',
        measured: times.service,
        against: times.closed,
        budget: { ratio: 1.5 },
      },
      {
        work: 'the same',
        floor: 'its bytes from a static Hono route, open to all',
        unit: 'ms',
        measured: times.service,
        against: times.open,
      },
    ];
  },
};

/** Makes a file with compositions; gives the paths that serve their latest versions. */
async function makeRecords(file: string): Promise<readonly string[]> {
  const filings = dealOut(compositions(COMPOSITIONS), await makeDatabase(file, EHRS));
  await using workbench = await openWorkbench(file);
  const paths: string[] = [];
  for (const { ehrId, composition } of filings) {
    const { uid } = await workbench.cdr.compositions.create(ehrId, composition);
    paths.push(`${BASE_PATH}/ehr/${ehrId}/composition/${uid.split('::')[0]}`);
  }
  return paths;
}

/** Where requests go, over connections that stay open. */
interface Target {
  readonly requests: readonly Uint8Array[];
  readonly connections: readonly Connection[];
}

async function target(origin: string, paths: readonly string[]): Promise<Target> {
  const authorization = `Basic ${btoa(`${USER.username}:${USER.password}`)}`;
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(origin)));
  return { connections, requests: paths.map((path) => getRequest(origin, path, authorization)) };
}

const lapOf =
  ({ requests, connections }: Target): Lap =>
  async () => {
    const lap = Array.from({ length: LAP }, (_, index) => requests[index % requests.length] ?? new Uint8Array());
    await concurrently(CONNECTIONS, lap, async (bytes, client) => connections[client]?.request(bytes));
    return LAP;
  };

async function assertEqual(one: Target, other: Target): Promise<void> {
  const bodies = ({ connections: [connection], requests: [first] }: Target) =>
    connection?.request(first ?? new Uint8Array());
  const [a, b] = await Promise.all([bodies(one), bodies(other)]);
  if (a === undefined || b === undefined || !a.equals(b))
    throw new Error('The floor serves other bytes than the service');
}
