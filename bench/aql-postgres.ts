import { openPostgresFloor } from './aql-floor-postgres.ts';
import { openPostgresLeavesFloor } from './aql-projection-postgres.ts';
import { askByLeaves } from './aql-projection.ts';
import { askAll, fill, TIMES } from './aql.ts';
import type { Part } from './part.ts';
import { connectTo, startPostgres } from './support/postgres.ts';

export const aqlPostgres: Part = {
  name: 'aql',
  store: 'postgres',
  async run({ quick, folder }) {
    await using postgres = await startPostgres(folder);
    const url = await postgres.createDatabase('aql');
    const filled = await fill(url, quick);
    await using session = await connectTo(url);
    // What a server does by itself in time, so that it is not at it while the clock runs.
    await session.client.query('vacuum (analyze)');
    const floor = await openPostgresFloor(session, TIMES);
    const leavesFloor = await openPostgresLeavesFloor(session);
    return [...(await askAll(url, filled, floor, quick)), ...(await askByLeaves(url, filled, leavesFloor, quick))];
  },
};
