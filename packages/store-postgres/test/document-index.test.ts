import {
  reindexAll,
  verifyIndex,
  type CommitOutcome,
  type DocumentIndex,
  type JsonObject,
  type NewVersion,
  type Store,
} from '@cairn/core';
import { deletion, first, next, planOn } from '@cairn/core/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { indexDocument } from '../../core/src/aql/indexing/index.ts';
import { openPostgresStore } from '../src/index.ts';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { createEhr, onDatabase, until } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

let database: TestDatabase;
let store: Store;
beforeEach(async () => {
  database = await freshDatabase();
  store = await openPostgresStore({ url: database.url });
}, 60_000);
afterEach(async () => {
  await store.close();
  await database.drop();
});

const document = JSON.stringify({
  _type: 'COMPOSITION',
  archetype_node_id: 'openEHR-EHR-COMPOSITION.encounter.v1',
  name: { _type: 'DV_TEXT', value: 'Encounter' },
});

const archetypeId = 'openEHR-EHR-COMPOSITION.encounter.v1';

/** One root, and a number at each of these paths. */
const indexOf = (...paths: readonly string[]): DocumentIndex => ({
  roots: [{ archetypeId, rmType: 'COMPOSITION', parent: -1, last: 0 }],
  leaves: paths.map((path, number) => ({ root: 0, path, rmType: 'DV_COUNT', position: '', number })),
});

const coded = (code: string): JsonObject => ({
  _type: 'ELEMENT',
  archetype_node_id: 'openEHR-EHR-ELEMENT.any.v1',
  value: {
    _type: 'DV_CODED_TEXT',
    value: 'x',
    defining_code: {
      _type: 'CODE_PHRASE',
      terminology_id: { _type: 'TERMINOLOGY_ID', value: 'local' },
      code_string: code,
    },
  },
});

async function commit(ehrId: string, ...versions: readonly NewVersion[]): Promise<void> {
  const outcome = await store.commits.commit(planOn(ehrId, { versions }));
  expect(outcome.kind).toBe('committed');
}

/** How many rows each table of the index has. */
async function sizes(): Promise<readonly number[]> {
  const rows = await onDatabase<{ sizes: readonly number[] }>(
    database.url,
    `select array[(select count(*) from document), (select count(*) from root), (select count(*) from leaf)]::integer[] as sizes`,
  );
  return rows[0]?.sizes ?? [];
}

const isCommitted = ({ kind }: CommitOutcome): boolean => kind === 'committed';

const inOrder = (index: DocumentIndex | undefined) =>
  index && {
    roots: index.roots,
    leaves: index.leaves
      .map((leaf) => JSON.stringify(Object.entries(leaf).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .sort(),
  };

describe.runIf(postgresWanted)('the index rows of a document', () => {
  test('come back as they were, whatever numbers and texts they have', async () => {
    const text = fc.oneof(
      fc.string({
        unit: fc.constantFrom('"', '\\', '{', '}', ',', "'", '\u001a', '\n', '\u0001', '\u{1F600}', 'ä', 'NULL'),
      }),
      fc.string({ unit: 'binary' }).filter((any) => !any.includes('\0')),
    );
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const index = fc
      .array(fc.record({ archetypeId: text, rmType: text, parent: fc.integer({ min: -1, max: 9 }), last: fc.nat() }), {
        minLength: 1,
        maxLength: 3,
      })
      .chain((roots) =>
        fc.record({
          roots: fc.constant(roots),
          leaves: fc.uniqueArray(
            fc.record(
              {
                root: fc.nat(roots.length - 1),
                path: text,
                rmType: text,
                units: text.filter((units) => units !== ''),
                position: text,
                number,
                text,
                code: text,
              },
              { requiredKeys: ['root', 'path', 'rmType', 'position'] },
            ),
            { selector: ({ path }) => path, maxLength: 5 },
          ),
        }),
      );
    const ehrId = await createEhr(store);
    const known = first();
    await commit(ehrId, known);
    await fc.assert(
      fc.asyncProperty(index, async (rows: DocumentIndex) => {
        const version = first({ index: rows });
        await commit(ehrId, version);
        expect(inOrder(await store.admin.indexOf(ehrId, version.objectId))).toEqual(inOrder(rows));
        const { timeCommitted = 0 } = (await store.records.history(ehrId, known.objectId))[0] ?? {};
        const replacement = { ehrId, objectId: known.objectId, timeCommitted, index: rows };
        expect(await store.admin.replaceIndexes([replacement])).toBe(1);
        expect(inOrder(await store.admin.indexOf(ehrId, known.objectId))).toEqual(inOrder(rows));
      }),
      { numRuns: 40 },
    );
  });

  test('may have paths and units that are longer than any key of the database', async () => {
    const ehrId = await createEhr(store);
    const long = Array.from({ length: 8_000 }, (_, number) => String.fromCodePoint(0x100 + (number % 9_973))).join('');
    const roots = [{ archetypeId: long, rmType: 'COMPOSITION', parent: -1, last: 0 }];
    const index = { ...indexOf(`/${long}`, `/${long}.`), roots };
    const version = first({ index });
    await commit(ehrId, version, first({ index }));
    expect(inOrder(await store.admin.indexOf(ehrId, version.objectId))).toEqual(inOrder(index));
  });

  test('may have the longest codes that the core lets through, and longer ones are none for an index', async () => {
    const codes = [500, 501].map((length) => {
      const code = Array.from({ length: length - 7 }, (_, place) =>
        String.fromCodePoint(0x4e00 + ((place * 7_919) % 20_000)),
      );
      return indexDocument(coded(code.join('')), 'ELEMENT');
    });
    const [longest, tooLong] = codes;
    expect(longest?.leaves[0]?.code).toHaveLength(500);
    expect(tooLong).toBeUndefined();
    const [ehrId, version] = [await createEhr(store), first({ ...(longest && { index: longest }) })];
    await commit(ehrId, version);
    expect(await store.admin.indexOf(ehrId, version.objectId)).toEqual(longest);
  });

  test('are those of its latest version, go with a deletion, come again, and go with the EHR', async () => {
    const ehrId = await createEhr(store);
    const before = await sizes();
    const version = first({ index: indexOf('/a', '/b') });
    const { objectId } = version;
    await commit(ehrId, version);
    expect(await sizes()).toEqual([2, 1, 2]);
    await commit(ehrId, next(version, { index: indexOf('/c') }));
    expect(await store.admin.indexOf(ehrId, objectId)).toEqual(indexOf('/c'));
    const { index: _, ...bare } = next(version, { number: 3 });
    await commit(ehrId, bare);
    expect(await store.admin.indexOf(ehrId, objectId)).toBeUndefined();
    expect(await sizes()).toEqual([2, 0, 0]);
    await commit(ehrId, deletion({ ...version, number: 3 }));
    expect(await sizes()).toEqual(before);
    await commit(ehrId, next(version, { number: 5, index: indexOf('/a') }));
    expect(await sizes()).toEqual([2, 1, 1]);
    await store.admin.deleteEhr(ehrId);
    expect(await sizes()).toEqual([0, 0, 0]);
  });

  test('are those of the last version when a change set has several of an object', async () => {
    const ehrId = await createEhr(store);
    const [one, gone, other] = [first({ index: indexOf('/a') }), first({ index: indexOf('/b') }), first()];
    const later = next(one, { index: indexOf('/c', '/d') });
    await commit(ehrId, one, gone, later, deletion(gone), other, next(other, { index: indexOf('/e') }));
    expect(await store.admin.indexOf(ehrId, one.objectId)).toEqual(indexOf('/c', '/d'));
    expect(await store.admin.indexOf(ehrId, gone.objectId)).toBeUndefined();
    expect(await store.admin.indexOf(ehrId, other.objectId)).toEqual(indexOf('/e'));
    expect(await sizes()).toEqual([3, 2, 3]);
  });

  test('are not there for documents from before the index, until they are indexed anew', async () => {
    const ehrId = await createEhr(store);
    const [one, gone] = [first({ document }), first({ document })];
    await commit(ehrId, one, gone);
    await commit(ehrId, next(one, { document }), deletion(gone));
    await store.close();
    await onDatabase(
      database.url,
      `drop table document, root, leaf, leaf_path, archetype; drop function write_index, replace_index;
       drop index ehr_hidden; delete from schema_migration where number > 2`,
    );
    store = await openPostgresStore({ url: database.url });
    expect(await verifyIndex(store)).toMatchObject({ documents: 2, differing: [] });
    expect(await store.admin.indexOf(ehrId, one.objectId)).toBeUndefined();
    await reindexAll(store);
    expect(await verifyIndex(store)).toEqual({ documents: 2, unindexed: 0, differing: [] });
    expect((await store.admin.indexOf(ehrId, one.objectId))?.leaves.length).toBeGreaterThan(0);
  });
});

describe.runIf(postgresWanted)('the dictionaries', () => {
  const entries = (): Promise<readonly { key: number; path: string }[]> =>
    onDatabase(database.url, 'select path_key as key, path from leaf_path order by path_key');

  test('have every path once, when several nodes meet the same new ones at the same moment', async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url: database.url, poolSize: 4 })));
    const ehrIds = await Promise.all(Array.from({ length: 4 }, () => createEhr(store)));
    const paths = Array.from({ length: 30 }, (_, number) => `/items[at${number}]/value`);
    const commits = nodes.flatMap((node, place) =>
      Array.from({ length: 8 }, async (_, client) => {
        // Each begins with another one, as deadlocks would have it.
        const start = place * 8 + client;
        const index = indexOf(...paths.slice(start), ...paths.slice(0, start));
        const [ehrId = '', version] = [ehrIds[client % ehrIds.length], first({ index })];
        const outcome = await node.commits.commit(planOn(ehrId, { versions: [version] }));
        expect(outcome.kind).toBe('committed');
        expect(inOrder(await node.admin.indexOf(ehrId, version.objectId))).toEqual(inOrder(index));
      }),
    );
    await Promise.all(commits);
    await Promise.all(nodes.map((node) => node.close()));
    expect((await entries()).map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    expect(await onDatabase(database.url, 'select archetype_id as id from archetype')).toEqual([{ id: archetypeId }]);
  });

  test('keep what a refused commit has added', async () => {
    const versions = [first({ index: indexOf('/a') })];
    expect((await store.commits.commit(planOn(crypto.randomUUID(), { versions }))).kind).toBe('refused');
    const ehrId = await createEhr(store);
    await commit(ehrId, first({ index: indexOf('/b', '/a') }));
    expect((await entries()).map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  test('are looked up anew after connections were lost: the server may be one that lacks the latest entries', async () => {
    const ehrId = await createEhr(store);
    await commit(ehrId, first({ index: indexOf('/a', '/b') }));
    await onDatabase(database.url, "delete from leaf_path where path = '/b'");
    const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await onDatabase(database.url, `select pg_terminate_backend(pid) ${others}`);
    await until(async () => (await onDatabase(database.url, `select pid ${others}`)).length === 0);
    const version = first({ index: indexOf('/c', '/b') });
    const plan = planOn(ehrId, { versions: [version] });
    await until(() => store.commits.commit(plan).then(isCommitted, () => false));
    expect((await entries()).map(({ path }) => path).toSorted()).toEqual(['/a', '/b', '/c']);
    expect(inOrder(await store.admin.indexOf(ehrId, version.objectId))).toEqual(inOrder(indexOf('/c', '/b')));
  });
});
