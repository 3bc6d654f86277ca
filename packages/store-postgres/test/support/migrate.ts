/**
 * Makes the tables in the database that is named. A program of its own, since the set-up of the test runner would take the
 * other packages as they were built last, if they were.
 */
import { openPostgresStore } from '../../src/index.ts';

const [url = ''] = process.argv.slice(2);
await (await openPostgresStore({ url })).close();
