import { stringifyJson, verifyIndex, type CommitPlan, type JsonObject, type NewVersion } from '@cairn/core';
import { first, newContribution, next, planOn } from '@cairn/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexDocument } from '../../packages/core/src/aql/indexing/index.ts';
import { coverableQuery } from '../../packages/core/src/testing/query/coverable-queries.ts';
import { randomComposition } from '../../packages/core/src/testing/query/random-documents.ts';
import { namingQuery, projectableQuery, randomQuery } from '../../packages/core/src/testing/query/random-queries.ts';
import { SOME_EHR, SOME_SUBJECT } from '../../packages/core/src/testing/query/words.ts';
import { stores } from '../support/stores.ts';
import { openTwins, type Twins } from '../support/twins.ts';
import { composition, folder, objectOf, status, SYSTEM } from '../support/world.ts';

/** `npm run test:long` asks for more. */
const LONG = process.env['EQUAL_STORES'] === 'long';
/** Six of seven deeds make a composition. */
const [DEEDS, QUESTIONS] = LONG ? [23_400, 500] : [350, 150];
const PER_EHR = 20;
/** So many random things are made at a time. */
const CHUNK = 500;
const DAY = 86_400_000;

interface Version {
  readonly ehrId: string;
  readonly uid: string;
  /** As a small document was committed. */
  readonly small?: NewVersion;
}

/** What is known of the record, so that it can be asked for. */
interface Known {
  readonly ehrIds: string[];
  /** Latest versions of compositions that are not deleted. */
  readonly latest: Version[];
  readonly versions: Version[];
}

// ------------------------------------------------------------------------------------------------------- writing

/** From 0 up to, but not including, 1. */
const pick = fc.noBias(fc.nat(999_999)).map((number) => number / 1_000_000);
const pulse = fc.integer({ min: 40, max: 180 });

type Deed =
  | { readonly kind: 'vital signs'; readonly pulse: number }
  | { readonly kind: 'small document'; readonly document: JsonObject; readonly indexed: boolean }
  | { readonly kind: 'update'; readonly pulse: number; readonly document: JsonObject }
  | { readonly kind: 'delete' | 'change status' | 'make directory' };

/** Of plain documents the index can tell everything. */
const deed = (plain: boolean): fc.Arbitrary<Deed> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ kind: fc.constant('vital signs' as const), pulse }) },
    {
      weight: 12,
      arbitrary: fc.record({
        kind: fc.constant('small document' as const),
        document: randomComposition({ plain }),
        indexed: plain ? fc.constant(true) : fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('update' as const), pulse, document: randomComposition({ plain }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('delete' as const, 'change status' as const, 'make directory' as const),
      }),
    },
  );

async function fill(twins: Twins, known: Known, deeds: readonly (readonly [Deed, number])[]): Promise<void> {
  for (const [one, place] of deeds) {
    const time = twins.wait(1 + Math.floor(place * 1_000));
    const made = await perform(twins, known, one, place, time);
    if (!made) continue;
    known.latest.push(made);
    known.versions.push(made);
  }
}

/** `place` says which of those that there are. Gives the version that it makes. */
async function perform(
  { act, ask }: Twins,
  { ehrIds, latest }: Known,
  one: Deed,
  place: number,
  time: number,
): Promise<Version | undefined> {
  const ehrId = oneOf(ehrIds, place);
  switch (one.kind) {
    case 'vital signs': {
      const { uid } = await act(({ cdr }) => cdr.compositions.create(ehrId, composition(one.pulse)));
      return { ehrId, uid };
    }
    case 'small document': {
      const blank = first({ objectId: idOf('object', time), systemId: SYSTEM });
      const small = versionOf(blank, one.document, one.indexed);
      const plan = planOf(ehrId, small, time);
      await act(({ store }) => store.commits.commit(plan));
      return { ehrId, uid: uidOf(small), small };
    }
    case 'update': {
      const target = takeOne(latest, place);
      if (!target) return undefined;
      if (target.small) {
        const small = versionOf(next(target.small), one.document, true);
        const plan = planOf(target.ehrId, small, time);
        await act(({ store }) => store.commits.commit(plan));
        return { ehrId: target.ehrId, uid: uidOf(small), small };
      }
      const options = { precedingVersionUid: target.uid };
      const { uid } = await act(({ cdr }) =>
        cdr.compositions.update(target.ehrId, objectOf(target.uid), composition(one.pulse), options),
      );
      return { ehrId: target.ehrId, uid };
    }
    case 'delete': {
      const target = takeOne(latest, place);
      if (target) await act(({ cdr }) => cdr.compositions.delete(target.ehrId, target.uid));
      return undefined;
    }
    case 'change status': {
      const { uid } = await act(({ cdr }) => cdr.statuses.get(ehrId));
      const flags = status({ queryable: place > 0.3, subject: ehrId === SOME_EHR ? SOME_SUBJECT : ehrId });
      await act(({ cdr }) => cdr.statuses.update(ehrId, flags, { precedingVersionUid: uid }));
      return undefined;
    }
    case 'make directory':
      await ask(({ cdr }) => cdr.directories.create(ehrId, folder('root', folder('one'))));
      return undefined;
  }
}

function planOf(ehrId: string, version: NewVersion, time: number): CommitPlan {
  const contribution = newContribution({ contributionId: idOf('contribution', time) });
  return planOn(ehrId, { notBefore: time, contribution, versions: [version] });
}

/** No two deeds are done at the same time. */
const idOf = (what: 'object' | 'contribution', time: number): string =>
  `${what === 'object' ? '0b7ec700' : 'c0274b00'}-0000-4000-8000-${String(time).slice(-12).padStart(12, '0')}`;

const uidOf = ({ objectId, number }: NewVersion): string => `${objectId}::${SYSTEM}::${number}`;

function versionOf(version: NewVersion, data: JsonObject, indexed: boolean): NewVersion {
  const { index: _, ...rest } = version;
  const content = { ...data, uid: { _type: 'OBJECT_VERSION_ID', value: uidOf(version) } };
  const index = indexed ? indexDocument(content, 'COMPOSITION') : undefined;
  return { ...rest, document: stringifyJson(content), ...(index && { index }) };
}

// --------------------------------------------------------------------------------------------------------- asking

const PULSE = 'o/data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/magnitude';
const PULSES = 'CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.pulse.v2]';

const vitalSignsQuery = fc
  .record({
    ehr: fc.constantFrom('EHR e', `EHR e[ehr_id/value='${SOME_EHR}']`),
    columns: fc.constantFrom(
      'c',
      'COUNT(*)',
      `COUNT(*), AVG(${PULSE}), MAX(${PULSE})`,
      `e/ehr_id/value, ${PULSE} AS p`,
      `c/uid/value, c/context/start_time/value, ${PULSE} AS p`,
      `DISTINCT ${PULSE} AS p`,
    ),
    least: pulse,
    order: fc.constantFrom('', ' ORDER BY p DESC', ' ORDER BY p'),
    limit: fc.constantFrom('', ' LIMIT 10', ' LIMIT 5 OFFSET 7'),
  })
  .map(({ ehr, columns, least, order, limit }) => {
    const by = columns.endsWith(' p') ? order : '';
    return `SELECT ${columns} FROM ${ehr} ${PULSES} WHERE ${PULSE} > ${least}${by}${limit}`;
  });

const aql = fc.oneof(randomQuery, coverableQuery, projectableQuery, namingQuery, vitalSignsQuery);

type Question = (twins: Twins, known: Known) => Promise<string>;

const query = fc
  .record({ q: aql, scoped: fc.nat(3), place: pick, fetch: fc.constantFrom(undefined, 1, 20) })
  .map(({ q, scoped, place, fetch }): Question => (twins, { ehrIds }) => {
    const options = { ...(scoped === 0 && { ehrId: oneOf(ehrIds, place) }), ...(fetch !== undefined && { fetch }) };
    return twins.ask(({ cdr }) => cdr.query.aql(q, options));
  });

const read = fc
  .record({ way: fc.nat(8), place: pick, ago: fc.nat(30 * DAY) })
  .map(({ way, place, ago }): Question => (twins, { versions, ehrIds }) => {
    const { ehrId, uid } = oneOf(versions, place);
    const [objectId, at] = [objectOf(uid), twins.wait(0) - ago];
    return twins.ask(({ cdr, store }): Promise<unknown> => {
      const ways = [
        () => cdr.compositions.get(ehrId, uid),
        () => cdr.compositions.get(ehrId, objectId),
        () => cdr.compositions.get(ehrId, objectId, at),
        () => cdr.compositions.versioned.revisionHistory(ehrId, objectId),
        () => cdr.compositions.versioned.versionAt(ehrId, objectId, at),
        () => cdr.contributions.list(oneOf(ehrIds, place), { to: at, fetch: 50 }),
        () => cdr.statuses.get(ehrId, at),
        () => cdr.directories.get(oneOf(ehrIds, place)),
        () => store.records.ehrBySubject({ namespace: 'patients', id: ehrId }),
      ];
      return oneOf(ways, way / ways.length)();
    });
  });

async function compare(twins: Twins, known: Known, seed: number, count: number): Promise<number> {
  const answers = new Set<string>();
  for (const question of fc.sample(fc.oneof({ weight: 2, arbitrary: query }, read), { seed, numRuns: count })) {
    answers.add(await question(twins, known));
  }
  return answers.size;
}

// ------------------------------------------------------------------------------------------------------- the test

const oneOf = <T>(list: readonly T[], place: number): T => {
  const found = list[Math.floor(place * list.length)];
  if (found === undefined) throw new RangeError('There is nothing to choose from');
  return found;
};

const takeOne = <T>(list: T[], place: number): T | undefined => list.splice(Math.floor(place * list.length), 1)[0];

async function fillAtRandom(twins: Twins, known: Known, count: number, plain: boolean): Promise<void> {
  for (let done = 0; done < count; done += CHUNK) {
    const numRuns = Math.min(CHUNK, count - done);
    await fill(twins, known, fc.sample(fc.tuple(deed(plain), pick), { seed: count + done, numRuns }));
  }
}

test.runIf(stores.length > 1)(
  'two stores with the same history give the same answers, to the byte',
  { timeout: LONG ? 3_600_000 : 60_000 },
  async () => {
    await using twins = await openTwins(stores.map(({ open }) => open));
    const known: Known = { ehrIds: [], latest: [], versions: [] };
    for (let count = 0; count < DEEDS / PER_EHR; count += 1) {
      const options = count === 0 ? { ehrId: SOME_EHR } : {};
      known.ehrIds.push((await twins.act(({ cdr }) => cdr.ehrs.create(options))).ehrId);
      twins.wait(count % 3);
    }
    // While the index can tell everything, and once there are documents that it can't hold.
    await fillAtRandom(twins, known, DEEDS, true);
    const early = Math.floor((QUESTIONS * 2) / 3);
    const different = await compare(twins, known, 1, early);
    expect(different).toBeGreaterThan(QUESTIONS / 4);
    await fillAtRandom(twins, known, 50, false);
    await compare(twins, known, 2, QUESTIONS - early);
    const { documents, differing } = await twins.act(({ store }) => verifyIndex(store));
    expect(documents).toBeGreaterThan(DEEDS / 2);
    expect(differing).toEqual([]);
  },
);
