/**
 * Runs one query out of `hostile-queries.ts` on a small database: `node hostile-process.ts NAME`. Prints what became of it, and by
 * how many megabytes the process was larger than before at its largest.
 */
import { openSqliteStore } from '@cairn/store-sqlite';
import { HOSTILE_QUERIES } from './hostile-queries.ts';
import { composition, openWorld, outcome } from './world.ts';

const COMPOSITIONS = 100;
const MEGABYTE = 1024 * 1024;

await using world = await openWorld(() => openSqliteStore({ path: ':memory:' }), {
  query: { maxRows: 200_000, timeoutMs: 1_000 },
});
const { cdr, ehrId } = world;
for (let at = 0; at < COMPOSITIONS; at += 1) await cdr.compositions.create(ehrId, composition(at + 1));

const { query, options } = HOSTILE_QUERIES[process.argv[2] ?? ''] ?? { query: () => '' };
const before = process.memoryUsage.rss();
let largest = before;
const watch = setInterval(() => {
  largest = Math.max(largest, process.memoryUsage.rss());
}, 5);
const started = performance.now();
const code = await outcome(cdr.query.aql(query(), options));
const milliseconds = Math.round(performance.now() - started);
clearInterval(watch);
largest = Math.max(largest, process.memoryUsage.rss());
console.log(JSON.stringify({ code, milliseconds, megabytes: Math.round((largest - before) / MEGABYTE) }));
