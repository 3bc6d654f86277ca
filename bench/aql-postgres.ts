import { openPostgresFloor } from './aql-floor-postgres.ts';
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
    return await askAll(url, filled, await openPostgresFloor(session, TIMES), quick);
  },
};
