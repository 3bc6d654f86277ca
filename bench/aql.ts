import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Part } from './part.ts';
import { compositions } from './support/compositions.ts';
import { concurrently, race, type Lap } from './support/race.ts';
import { dealOut, makeDatabase, openWorkbench, type Workbench } from './support/workbench.ts';

/** 100000 for the full size; takes some minutes to make. */
const COMPOSITIONS = Number(process.env['AQL_COMPOSITIONS'] ?? 20_000);
const COMPOSITIONS_QUICK = 2_000;
const PER_EHR = 20;
const CLIENTS = 64;
/** So many are made at a time, to keep them out of memory. */
const CHUNK = 1_000;

const PRESSURE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2';
const PRESSURES = `EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${PRESSURE}]`;
const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude';

export const aql: Part = {
  name: 'aql',
  store: 'sqlite',
  async run({ quick, folder }) {
    const file = join(folder, 'aql.db');
    const size = quick ? COMPOSITIONS_QUICK : COMPOSITIONS;
    const ehrIds = await fill(file, size);
    await using workbench = await openWorkbench(file);
    using floor = openFloor(file);
    const patient = ehrIds[0] ?? '';
    const ask = (query: string): Lap => lapOf(workbench, query);
    const times = await race(
      {
        last: ask(
          `SELECT c/context/start_time/value, ${SYSTOLIC} FROM EHR e[ehr_id/value='${patient}'] CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${PRESSURE}] ORDER BY c/context/start_time/value DESC LIMIT 10`,
        ),
        lastFloor: floor.last(patient),
        threshold: ask(`SELECT e/ehr_id/value, ${SYSTOLIC} FROM ${PRESSURES} WHERE ${SYSTOLIC} > 170 LIMIT 50`),
        thresholdFloor: floor.threshold,
        count: ask(`SELECT COUNT(*) FROM ${PRESSURES} WHERE ${SYSTOLIC} > 170`),
        countFloor: floor.count,
        average: ask(`SELECT AVG(${SYSTOLIC}) FROM ${PRESSURES}`),
        averageFloor: floor.average,
        newest: ask(
          'SELECT e/ehr_id/value, c/uid/value, c/context/start_time/value FROM EHR e CONTAINS COMPOSITION c ORDER BY c/context/start_time/value DESC LIMIT 20',
        ),
        newestFloor: floor.newest,
      },
      quick ? { rounds: 8, warmUp: 4, seconds: 3 } : { rounds: 30, warmUp: 10, seconds: 20 },
    );
    const common = { floor: 'hand-written SQL on the same tables', unit: 'ms' } as const;
    const among = `of ${size} compositions`;
    return [
      {
        ...common,
        work: "AQL: a patient's last 10 values",
        measured: times.last,
        against: times.lastFloor,
        budget: { ratio: 3 },
      },
      {
        ...common,
        work: `AQL: 50 values over a threshold, ${among}`,
        measured: times.threshold,
        against: times.thresholdFloor,
        budget: { ratio: 1.5 },
      },
      {
        ...common,
        work: `AQL: count over a threshold, ${among}`,
        measured: times.count,
        against: times.countFloor,
        budget: { ratio: 1.5 },
      },
      {
        ...common,
        work: `AQL: average, ${among}`,
        measured: times.average,
        against: times.averageFloor,
        budget: { ratio: 1.5 },
      },
      {
        ...common,
        work: `AQL: newest 20, ${among}`,
        measured: times.newest,
        against: times.newestFloor,
        budget: { ratio: 1.5 },
      },
    ];
  },
};

async function fill(file: string, size: number): Promise<readonly string[]> {
  const ehrIds = await makeDatabase(file, Math.ceil(size / PER_EHR));
  await using workbench = await openWorkbench(file);
  const texts = compositions(CHUNK);
  for (let made = 0; made < size; made += CHUNK) {
    // Odd numbers of EHRs mix the two templates.
    const filings = dealOut(texts.slice(0, size - made), ehrIds.slice((made / CHUNK) % 7));
    await concurrently(CLIENTS, filings, ({ ehrId, composition }) => {
      const { uid: _, ...fresh } = composition;
      return workbench.cdr.compositions.create(ehrId, fresh);
    });
  }
  return ehrIds;
}

const lapOf =
  ({ cdr }: Workbench, query: string): Lap =>
  async () => {
    const { rows } = await cdr.query.aql(query);
    if (rows.length === 0) throw new Error(`A query of the benchmark finds nothing: ${query}`);
    return 1;
  };

interface Floor extends Disposable {
  last(ehrId: string): Lap;
  readonly threshold: Lap;
  readonly count: Lap;
  readonly average: Lap;
  readonly newest: Lap;
}

/** The questions as somebody would write them who knows the tables and the keys. */
function openFloor(file: string): Floor {
  const db = new Database(file, { readonly: true });
  const keys = (sql: string): string =>
    db
      .prepare<[], { key: number }>(sql)
      .all()
      .map(({ key }) => key)
      .join();
  const archetype = keys(`select archetype_key as key from archetype where archetype_id = '${PRESSURE}'`);
  const systolic = keys(
    `select path_key as key from leaf_path where archetype_key = ${archetype} and path like '%/items[at0004]/value' and rm_type = 'DV_QUANTITY'`,
  );
  const start = keys("select path_key as key from leaf_path where path = '/context/start_time' and rm_type <> ''");
  const lap = (sql: string, ...values: readonly unknown[]): Lap => {
    const statement = db.prepare(sql);
    return () => {
      if (statement.all(...values).length === 0) throw new Error('A floor of the benchmark finds nothing');
      return 1;
    };
  };
  return {
    last: (ehrId) =>
      lap(
        `select h.text, l.number from document d
         cross join root r on r.document_key = d.document_key and r.archetype_key = ${archetype}
         cross join leaf l on l.document_key = d.document_key and l.root = r.number and l.path_key in (${systolic})
         cross join leaf h on h.document_key = d.document_key and h.root = 0 and h.path_key in (${start})
         where d.ehr_id = ? order by h.text desc limit 10`,
        Buffer.from(ehrId.replaceAll('-', ''), 'hex'),
      ),
    threshold: lap(
      `select d.ehr_id, l.number from leaf l join document d using (document_key)
       where l.path_key in (${systolic}) and l.number > 170 limit 50`,
    ),
    count: lap(`select count(*) from leaf where path_key in (${systolic}) and number > 170`),
    average: lap(`select avg(number) from leaf where path_key in (${systolic}) and number is not null`),
    newest: lap(
      `select d.ehr_id, d.object_id, h.text from leaf h join document d using (document_key)
       where h.path_key in (${start}) and h.text is not null order by h.text desc limit 20`,
    ),
    [Symbol.dispose]: () => void db.close(),
  };
}
