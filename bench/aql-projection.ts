/** Questions about several values of an entry, which index rows answer without being enough alone: documents by their leaves. */
import Database from 'better-sqlite3';
import { PRESSURE } from './aql-floor.ts';
import type { Figure } from './part.ts';
import { race, type Lap, type Samples } from './support/race.ts';
import { openWorkbench } from './support/workbench.ts';

const at = (node: string): string => `o/data[at0001]/events[at0006]/data[at0003]/items[${node}]/value/magnitude`;
const [SYSTOLIC, DIASTOLIC, START] = [at('at0004'), at('at0005'), 'c/context/start_time/value'];
const PRESSURES = `CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${PRESSURE}]`;
const OF_PATIENT = `SELECT ${START}, ${SYSTOLIC}, ${DIASTOLIC} FROM EHR e[ehr_id/value=$ehr] ${PRESSURES} ORDER BY ${START} DESC`;
const OF_ALL = `SELECT COUNT(*), AVG(${SYSTOLIC}), AVG(${DIASTOLIC}), MAX(${START}) FROM EHR e ${PRESSURES} WHERE ${SYSTOLIC} > 120`;

const PATIENTS = 97;

/** The same questions in SQL; each gives the number of rows. */
export interface LeavesFloor {
  ofPatient(ehrId: string): number | Promise<number>;
  ofAll(): number | Promise<number>;
}

export async function askByLeaves(
  database: string,
  { size, ehrIds }: { readonly size: number; readonly ehrIds: readonly string[] },
  floor: LeavesFloor,
  quick: boolean,
): Promise<readonly Figure[]> {
  await using workbench = await openWorkbench(database);
  const patients = ehrIds.slice(0, PATIENTS);
  let next = 0;
  const patient = (): string => patients[(next += 1) % patients.length] ?? '';
  const ask =
    (query: string, ofOne: boolean): Lap =>
    async () => {
      const { rows } = await workbench.cdr.query.aql(query, ofOne ? { parameters: { ehr: patient() } } : {});
      if (rows.length === 0) throw new Error(`A query of the benchmark finds nothing: ${query}`);
      return 1;
    };
  const times = await race(
    {
      ofPatient: ask(OF_PATIENT, true),
      ofPatientFloor: async () => Math.min(1, await floor.ofPatient(patient())),
      ofAll: ask(OF_ALL, false),
      ofAllFloor: async () => Math.min(1, await floor.ofAll()),
    },
    quick ? { rounds: 5, warmUp: 5, seconds: 3 } : { rounds: 20, warmUp: 10, seconds: 40 },
  );
  const figure = (work: string, measured: Samples, against: Samples): Figure => ({
    work: `AQL: ${work}`,
    floor: 'hand-written SQL on the same tables',
    unit: 'ms',
    measured,
    against,
  });
  const among = `of ${size} compositions${database.startsWith('postgres:') ? ' on PostgreSQL' : ''}`;
  return [
    figure(`systolic, diastolic and time of a patient, ${among}`, times.ofPatient, times.ofPatientFloor),
    figure(`averages of both over a threshold, ${among}`, times.ofAll, times.ofAllFloor),
  ];
}

export function openLeavesFloor(file: string): LeavesFloor & Disposable {
  const db = new Database(file, { readonly: true });
  const keys = (sql: string): string =>
    db
      .prepare<[], { key: number }>(sql)
      .all()
      .map(({ key }) => key)
      .join();
  const archetype = keys(`select archetype_key as key from archetype where archetype_id = '${PRESSURE}'`);
  const pathsTo = (node: string): string =>
    keys(
      `select path_key as key from leaf_path where archetype_key = ${archetype} and path like '%/items[${node}]/value'`,
    );
  const starts = keys("select path_key as key from leaf_path where path = '/context/start_time' and rm_type <> ''");
  const valueOf = (name: string, node: string): string =>
    `cross join leaf ${name} on ${name}.document_key = d.document_key and ${name}.root = r.number and ${name}.path_key in (${pathsTo(node)})`;
  const both = `select h.text as at, s.number as s, t.number as t from document d
    cross join root r on r.document_key = d.document_key and r.archetype_key = ${archetype}
    ${valueOf('s', 'at0004')} ${valueOf('t', 'at0005')}
    left join leaf h on h.document_key = d.document_key and h.root = 0 and h.path_key in (${starts})`;
  const ofPatient = db.prepare(`${both} where d.ehr_id = ? order by h.text desc`);
  const ofAll = db.prepare(`select count(*), avg(s), avg(t), max(at) from (${both} where +s.number > 120)`);
  return {
    ofPatient: (ehrId) => ofPatient.all(Buffer.from(ehrId.replaceAll('-', ''), 'hex')).length,
    ofAll: () => ofAll.all().length,
    [Symbol.dispose]: () => void db.close(),
  };
}
