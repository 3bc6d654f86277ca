import type { DocumentIndex, Need, NewVersion, PathPattern, ProjectedEhr, QueryEhr, Store } from '@cairn/core';
import { deletion, first, newEhr, next, planOn } from '@cairn/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from './support/databases.ts';
import { openWith } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

/** More than are looked up at first, and one that is left over then. */
const EHRS = 51;

const entry = { rmType: 'OBSERVATION', archetypeId: 'openEHR-EHR-OBSERVATION.pressure.v1' };
const other = { rmType: 'OBSERVATION', archetypeId: 'openEHR-EHR-OBSERVATION.other.v1' };
const path: PathPattern = {
  nodeIds: [entry.archetypeId],
  steps: [{ attribute: 'data', nodeIds: ['at0004'] }, { attribute: 'value' }],
};
const projection = { archetypeIds: [entry.archetypeId], paths: [{ ...path, suffix: 'value' }] };
const access = { kinds: new Set(['COMPOSITION'] as const), allVersions: false };

/** Two entries with a text each, and between them one that nobody asks for. */
function told(...[one, two]: readonly [string, string]): DocumentIndex {
  const leaf = { path: '/data[at0004]/value', rmType: 'DV_TEXT', position: '' };
  return {
    roots: [
      { rmType: 'COMPOSITION', archetypeId: 'openEHR-EHR-COMPOSITION.encounter.v1', parent: -1, last: 3 },
      { ...entry, parent: 0, last: 1 },
      { ...other, parent: 0, last: 2 },
      { ...entry, parent: 0, last: 3 },
    ],
    leaves: [
      { ...leaf, root: 3, text: two },
      { ...leaf, root: 2, text: 'other' },
      { ...leaf, path: '/data[at0005]/value', root: 1, text: 'aside' },
      { ...leaf, root: 1, text: one },
    ],
  };
}

const long = 'x'.repeat(48);

describe.runIf(postgresWanted)('documents by their index rows', () => {
  let database: TestDatabase;
  let opened: ReturnType<typeof openWith>;
  let store: Store;
  const ehrIds: string[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    opened = openWith(database.url, { size: 2 });
    ({ store } = opened);
    for (let place = 0; place < EHRS; place += 1) {
      const created = newEhr({ notBefore: place + 1 });
      ehrIds.push(created.ehrId);
      await store.commits.commit(created);
      const commit = (...versions: readonly NewVersion[]) => store.commits.commit(planOn(created.ehrId, { versions }));
      const changed = first({ index: told('before', 'before') });
      await commit(changed, first({ index: told(`${place}`, 'b') }), first());
      if (place % 3 === 0) await commit(first({ index: told('a', long) }), first({ index: told('a', 'c') }));
      if (place % 2 === 0) await commit({ ...next(changed), index: told('after', 'after') });
      else await commit(deletion(changed));
    }
  }, 60_000);
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const projected = (narrowing?: { readonly documents?: Need; readonly ehrIds?: readonly string[] }) =>
    Array.fromAsync(store.queries.projected?.({ ...access, ...(narrowing && { narrowing }) }, projection) ?? []);
  const namesIn = (ehrs: readonly (ProjectedEhr | QueryEhr)[]) =>
    ehrs.map(({ ehr, documents }) => [ehr.ehrId, ...documents.map(({ objectId, number }) => `${objectId} ${number}`)]);
  /** The texts that are told of each document; undefined: it is given as it is. */
  const textsIn = ({ documents }: ProjectedEhr) =>
    documents.map((one) =>
      'roots' in one ? one.roots.flatMap(({ leaves }) => leaves.map(({ text }) => text)) : undefined,
    );

  test('come in the order of the documents themselves', async () => {
    const found = await projected();
    expect(found.map(({ ehr }) => ehr.ehrId)).toEqual(ehrIds);
    expect(namesIn(found)).toEqual(namesIn(await Array.fromAsync(store.queries.candidates(access))));
  });

  test('have the roots and leaves that were asked for, or are given as they are', async () => {
    const [one, two] = await projected();
    expect(one && textsIn(one)).toEqual([['0', 'b'], undefined, undefined, ['a', 'c'], ['after', 'after']]);
    expect(two && textsIn(two)).toEqual([['1', 'b'], undefined]);
    const [document] = one?.documents ?? [];
    const leaf = { path: '/data[at0004]/value', rmType: 'DV_TEXT', position: '' };
    expect(document).toEqual({
      objectId: expect.any(String),
      kind: 'COMPOSITION',
      number: 1,
      systemId: 'contract.test',
      roots: [
        { rmType: 'COMPOSITION', archetypeId: expect.any(String), number: 0, last: 3, leaves: [] },
        { ...entry, number: 1, last: 1, leaves: [{ ...leaf, text: '0' }] },
        { ...entry, number: 3, last: 3, leaves: [{ ...leaf, text: 'b' }] },
      ],
    });
  });

  test.each([
    { name: 'one EHR', of: [7] },
    { name: 'some EHRs', of: [7, 9, 30] },
  ])('are the same for $name', async ({ of }) => {
    const all = await projected();
    const found = await projected({ ehrIds: of.map((place) => ehrIds[place] ?? '') });
    expect(found).toEqual(of.map((place) => all[place]));
  });

  test('are those that matter', async () => {
    const documents: Need = { kind: 'leaf', path, tests: [{ column: 'text', lower: 'after', upper: 'after' }] };
    const found = await projected({ documents });
    expect(found.map(textsIn)).toEqual(
      ehrIds.map((_, place) => (place % 2 === 0 ? [undefined, ['after', 'after']] : [undefined])),
    );
    const one = await projected({ documents, ehrIds: ehrIds.slice(4, 5) });
    expect(one).toEqual(found.slice(4, 5));
  });

  test('are read no further than they are wanted', async () => {
    for (let round = 0; round < 5; round += 1) {
      for await (const { ehr } of store.queries.projected?.(access, projection) ?? []) {
        expect(ehr.ehrId).toBe(ehrIds[0]);
        break;
      }
    }
    expect(await projected()).toHaveLength(EHRS);
  });

  test('are explained', async () => {
    const statements = await store.queries.explain?.({ kind: 'projected', access, projection });
    expect(statements?.filter((statement) => /from "root".* from "leaf"/s.test(statement))).toHaveLength(1);
    // Of the EHRs that are looked at first, some have documents that are given as they are.
    expect(statements?.filter((statement) => statement.includes('"version"."document"'))).toHaveLength(1);
  });
});
