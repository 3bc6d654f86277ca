import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@cairn/core';
import { openFloor, PRESSURE, SITTING, type Floor } from './aql-floor.ts';
import { askByLeaves, openLeavesFloor } from './aql-projection.ts';
import type { Figure, Part } from './part.ts';
import { compositions } from './support/compositions.ts';
import { concurrently, race, type Lap, type Samples } from './support/race.ts';
import { dealOut, makeDatabase, openWorkbench, type Workbench } from './support/workbench.ts';

/** 100000 for the full size; takes some minutes to make. */
const COMPOSITIONS = Number(process.env['AQL_COMPOSITIONS'] ?? 20_000);
const COMPOSITIONS_QUICK = 2_000;
const PER_EHR = 20;
const CLIENTS = 16;
/** So many are made at a time, to keep them out of memory. */
const CHUNK = 1_000;
/** Of one query in a lap: a service asks the same again and again. */
export const TIMES = 10;
/** Asked about in turn, so that no page of the database is there already because of the query before. */
const PATIENTS = 97;

const PRESSURES = `EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${PRESSURE}]`;
const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude';
const POSITION = 'o/data[at0001]/events[at0006]/state[at0007]/items[at0008]/value/defining_code/code_string';
const START = 'c/context/start_time/value';

const LAST = `SELECT ${START}, ${SYSTOLIC} FROM EHR e[ehr_id/value=$ehr] CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${PRESSURE}] ORDER BY ${START} DESC LIMIT 10`;
const THRESHOLD = `SELECT e/ehr_id/value, ${SYSTOLIC} FROM ${PRESSURES} WHERE ${SYSTOLIC} > 170 LIMIT 50`;
const COUNT = `SELECT COUNT(*) FROM ${PRESSURES} WHERE ${SYSTOLIC} > 170`;
const AVERAGE = `SELECT AVG(${SYSTOLIC}) FROM ${PRESSURES}`;
const NEWEST = `SELECT e/ehr_id/value, c/uid/value, ${START} FROM EHR e CONTAINS COMPOSITION c ORDER BY ${START} DESC LIMIT 20`;
const BY_PATIENT = `SELECT e/ehr_id/value, COUNT(*), AVG(${SYSTOLIC}) FROM ${PRESSURES} WHERE ${SYSTOLIC} > 170`;
const BY_CODE = `SELECT COUNT(*) FROM ${PRESSURES} WHERE ${POSITION} = '${SITTING}'`;
const CODED = `SELECT e/ehr_id/value, c/uid/value FROM ${PRESSURES} WHERE ${POSITION} = '${SITTING}' LIMIT 50`;

export const aql: Part = {
  name: 'aql',
  store: 'sqlite',
  async run({ quick, folder }) {
    const file = join(folder, 'aql.db');
    const filled = await fill(file, quick);
    using floor = openFloor(file, TIMES);
    using leavesFloor = openLeavesFloor(file);
    return [...(await askAll(file, filled, floor, quick)), ...(await askByLeaves(file, filled, leavesFloor, quick))];
  },
};

interface Filled {
  readonly size: number;
  readonly ehrIds: readonly string[];
}

/** All questions to a database, each against its floor. */
export async function askAll(
  database: string,
  { size, ehrIds }: Filled,
  floor: Omit<Floor, typeof Symbol.dispose>,
  quick: boolean,
): Promise<readonly Figure[]> {
  await using workbench = await openWorkbench(database);
  const patients = ehrIds.slice(0, PATIENTS);
  const ask = (query: string): Lap => lapOf(workbench, query, [undefined]);
  const times = await race(
    {
      last: lapOf(workbench, LAST, patients),
      lastFloor: floor.last(patients),
      threshold: ask(THRESHOLD),
      thresholdFloor: floor.threshold,
      thresholdInOrderFloor: floor.thresholdInOrder,
      count: ask(COUNT),
      countFloor: floor.count,
      average: ask(AVERAGE),
      averageFloor: floor.average,
      newest: ask(NEWEST),
      newestFloor: floor.newest,
      byPatient: ask(BY_PATIENT),
      byPatientFloor: floor.byPatient,
      byCode: ask(BY_CODE),
      byCodeFloor: floor.byCode,
      coded: ask(CODED),
      codedFloor: floor.coded,
    },
    quick ? { rounds: 8, warmUp: 8, seconds: 3 } : { rounds: 30, warmUp: 30, seconds: 60, shortest: 10 },
  );
  const figure = (work: string, measured: Samples, against: Samples, ratio?: number): Figure => ({
    work: `AQL: ${work}`,
    floor: 'hand-written SQL on the same tables',
    unit: 'ms',
    measured,
    against,
    ...(ratio !== undefined && { budget: { ratio } }),
  });
  const among = `of ${size} compositions${database.startsWith('postgres:') ? ' on PostgreSQL' : ''}`;
  return [
    figure(`a patient's last 10 values, ${among}`, times.last, times.lastFloor, 3),
    figure(`50 values over a threshold, ${among}`, times.threshold, times.thresholdInOrderFloor, 1.5),
    {
      ...figure(`the same, ${among}`, times.threshold, times.thresholdFloor, 1.5),
      floor: 'hand-written SQL that gives any 50, in no order',
    },
    figure(`count over a threshold, ${among}`, times.count, times.countFloor, 1.5),
    figure(`average, ${among}`, times.average, times.averageFloor, 1.5),
    figure(`newest 20, ${among}`, times.newest, times.newestFloor, 1.5),
    figure(`count and average over a threshold by patient, ${among}`, times.byPatient, times.byPatientFloor),
    figure(`count by a code, ${among}`, times.byCode, times.byCodeFloor),
    figure(`50 compositions by a code, ${among}`, times.coded, times.codedFloor),
  ];
}

export async function fill(database: string, quick: boolean): Promise<Filled> {
  const size = quick ? COMPOSITIONS_QUICK : COMPOSITIONS;
  const ehrIds = await makeDatabase(database, Math.ceil(size / PER_EHR));
  await using workbench = await openWorkbench(database, CLIENTS);
  const originals = compositions(CHUNK);
  for (let made = 0; made < size; made += CHUNK) {
    const fresh = originals.slice(0, size - made).map((one, index) => startingAt(one, made + index));
    // On from where the last ones ended, and a little further, which mixes the two templates.
    const next = (made + ((made / CHUNK) % 7)) % ehrIds.length;
    const filings = dealOut(fresh, [...ehrIds.slice(next), ...ehrIds.slice(0, next)]);
    await concurrently(CLIENTS, filings, ({ ehrId, composition }) => {
      const { uid: _, ...unnamed } = composition;
      return workbench.cdr.compositions.create(ehrId, unnamed);
    });
  }
  return { size, ehrIds };
}

const FIRST_MINUTE = Date.UTC(2016, 0, 4, 8) / 60_000;

/** No two start at the same time. */
function startingAt(composition: JsonObject, index: number): JsonObject {
  const { context } = composition;
  const value = `${new Date((FIRST_MINUTE + 17 * index) * 60_000).toISOString().slice(0, 19)}Z`;
  return {
    ...composition,
    context: { ...(isJsonObject(context) && context), start_time: { _type: 'DV_DATE_TIME', value } },
  };
}

/** Each EHR in turn, for a query that takes one. */
function lapOf({ cdr }: Workbench, query: string, ehrIds: readonly (string | undefined)[]): Lap {
  let next = 0;
  return async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const ehr = ehrIds[next % ehrIds.length];
      next += 1;
      const { rows } = await cdr.query.aql(query, ehr === undefined ? {} : { parameters: { ehr } });
      if (rows.length === 0) throw new Error(`A query of the benchmark finds nothing: ${query}`);
    }
    return TIMES;
  };
}
