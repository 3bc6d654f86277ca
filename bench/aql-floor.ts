/** The questions of the benchmark's queries as somebody would write them who knows the tables and the keys. */
import Database from 'better-sqlite3';
import type { Lap } from './support/race.ts';

export const PRESSURE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2';

/** Of the position of a patient. */
export const SITTING = 'at1001';

export interface Floor extends Disposable {
  /** Each patient in turn. */
  last(ehrIds: readonly string[]): Lap;
  readonly threshold: Lap;
  /** In the order that the rows of a query always have. */
  readonly thresholdInOrder: Lap;
  readonly count: Lap;
  readonly average: Lap;
  readonly newest: Lap;
  readonly byPatient: Lap;
  readonly byCode: Lap;
  /** In the order that the rows of a query always have. */
  readonly coded: Lap;
}

export function openFloor(file: string, times: number): Floor {
  const db = new Database(file, { readonly: true });
  const keys = (sql: string): readonly number[] =>
    db
      .prepare<[], { key: number }>(sql)
      .all()
      .map(({ key }) => key);
  const archetype = keys(`select archetype_key as key from archetype where archetype_id = '${PRESSURE}'`).join();
  const systolic = keys(
    `select path_key as key from leaf_path where archetype_key = ${archetype} and path like '%/items[at0004]/value' and rm_type = 'DV_QUANTITY'`,
  ).join();
  const position = keys(
    `select path_key as key from leaf_path where archetype_key = ${archetype} and path like '%/items[at0008]/value' and rm_type = 'DV_CODED_TEXT'`,
  ).join();
  const starts = keys("select path_key as key from leaf_path where path = '/context/start_time' and rm_type <> ''");
  const lap = (sql: string, values: readonly (readonly unknown[])[] = [[]]): Lap => {
    const statement = db.prepare(sql);
    let next = 0;
    return () => {
      for (let time = 0; time < times; time += 1) {
        const given = values[next % values.length] ?? [];
        next += 1;
        if (statement.all(...given).length === 0) throw new Error('A floor of the benchmark finds nothing');
      }
      return times;
    };
  };
  // Each key has its own order in the index.
  const newest = starts.map(
    (key) => `select * from (select document_key, text from leaf where path_key = ${key} and text is not null
      order by text desc limit 20)`,
  );
  return {
    last: (ehrIds) =>
      lap(
        `select h.text, l.number from document d
         cross join root r on r.document_key = d.document_key and r.archetype_key = ${archetype}
         cross join leaf l on l.document_key = d.document_key and l.root = r.number and l.path_key in (${systolic})
         cross join leaf h on h.document_key = d.document_key and h.root = 0 and h.path_key in (${starts.join()})
         where d.ehr_id = ? order by h.text desc limit 10`,
        ehrIds.map((ehrId) => [Buffer.from(ehrId.replaceAll('-', ''), 'hex')]),
      ),
    threshold: lap(
      `select d.ehr_id, l.number from leaf l join document d using (document_key)
       where l.path_key in (${systolic}) and l.number > 170 limit 50`,
    ),
    thresholdInOrder: lap(
      `select d.ehr_id, l.number from ehr e indexed by ehr_created
       cross join document d on d.ehr_id = e.ehr_id
       cross join root r on r.document_key = d.document_key and r.archetype_key = ${archetype}
       cross join leaf l on l.document_key = d.document_key and l.root = r.number and l.path_key in (${systolic})
       where +l.number > 170
       order by e.time_created, e.ehr_id, d.time_committed, d.position, r.number, l.position limit 50`,
    ),
    count: lap(`select count(*) from leaf where path_key in (${systolic}) and number > 170`),
    average: lap(`select avg(number) from leaf where path_key in (${systolic}) and number is not null`),
    newest: lap(
      `select d.ehr_id, o.object_id, o.latest_system_id, o.latest_number, h.text
       from (select * from (${newest.join(' union all ')}) order by text desc limit 20) h
       cross join document d using (document_key)
       cross join versioned_object o on o.ehr_id = d.ehr_id and o.object_id = d.object_id`,
    ),
    byPatient: lap(
      `select d.ehr_id, count(*), avg(l.number) from leaf l cross join document d using (document_key)
       where l.path_key in (${systolic}) and l.number > 170 group by d.ehr_id`,
    ),
    byCode: lap(`select count(*) from leaf where path_key in (${position}) and code = '${SITTING}::local'`),
    coded: lap(
      `select d.ehr_id, o.object_id, o.latest_system_id, o.latest_number from ehr e indexed by ehr_created
       cross join document d on d.ehr_id = e.ehr_id
       cross join root r on r.document_key = d.document_key and r.archetype_key = ${archetype}
       cross join leaf l on l.document_key = d.document_key and l.root = r.number and l.path_key in (${position})
       cross join versioned_object o on o.ehr_id = d.ehr_id and o.object_id = d.object_id
       where +l.code = '${SITTING}::local'
       order by e.time_created, e.ehr_id, d.time_committed, d.position, r.number, l.position limit 50`,
    ),
    [Symbol.dispose]: () => void db.close(),
  };
}
