/** The questions of the benchmark's queries to PostgreSQL as somebody would write them who knows the tables and the keys. */
import { PRESSURE, SITTING, type Floor } from './aql-floor.ts';
import type { Session } from './support/postgres.ts';
import type { Lap } from './support/race.ts';

export async function openPostgresFloor(
  { client }: Session,
  times: number,
): Promise<Omit<Floor, typeof Symbol.dispose>> {
  await client.query("set jit = 'off'");
  const keys = async (sql: string): Promise<readonly number[]> =>
    (await client.query<{ key: number }>(sql)).rows.map(({ key }) => key);
  const archetype = await keys(`select archetype_key as key from archetype where archetype_id = '${PRESSURE}'`);
  const systolic = await keys(
    `select path_key as key from leaf_path where archetype_key = ${archetype.join()} and path like '%/items[at0004]/value' and rm_type = 'DV_QUANTITY'`,
  );
  const position = await keys(
    `select path_key as key from leaf_path where archetype_key = ${archetype.join()} and path like '%/items[at0008]/value' and rm_type = 'DV_CODED_TEXT'`,
  );
  const starts = await keys(
    "select path_key as key from leaf_path where path = '/context/start_time' and rm_type <> ''",
  );
  let named = 0;
  const lap = (text: string, values: readonly (readonly unknown[])[] = [[]]): Lap => {
    const name = `floor ${(named += 1)}`;
    let next = 0;
    return async () => {
      for (let time = 0; time < times; time += 1) {
        const given = values[next % values.length] ?? [];
        next += 1;
        const { rows } = await client.query({ name, text, values: [...given] });
        if (rows.length === 0) throw new Error('A floor of the benchmark finds nothing');
      }
      return times;
    };
  };
  // Each key has its own order in the index.
  const newest = starts.map(
    (key) => `(select ehr_id, document_key, text from leaf where path_key = ${key} and text is not null
      order by text desc limit 20)`,
  );
  const isSitting = `path_key in (${position.join()}) and code = '${SITTING}::local'`;
  const isSystolic = `path_key in (${systolic.join()})`;
  return {
    last: (ehrIds) =>
      lap(
        `select h.text, l.number from document d
         join root r on r.ehr_id = d.ehr_id and r.document_key = d.document_key
         join leaf l on l.ehr_id = d.ehr_id and l.document_key = d.document_key and l.root = r.number
         join leaf h on h.ehr_id = d.ehr_id and h.document_key = d.document_key and h.root = 0
         where d.ehr_id = $1 and r.archetype_key = ${archetype.join()} and l.${isSystolic}
           and h.path_key in (${starts.join()})
         order by h.text desc limit 10`,
        ehrIds.map((ehrId) => [ehrId]),
      ),
    threshold: lap(`select ehr_id, number from leaf where ${isSystolic} and number > 170 limit 50`),
    thresholdInOrder: lap(
      `select d.ehr_id, l.number from leaf l
       join document d using (ehr_id, document_key) join ehr e using (ehr_id)
       where l.${isSystolic} and l.number > 170
       order by e.time_created, e.ehr_id, d.time_committed, d.position, l.root, l.position limit 50`,
    ),
    count: lap(`select count(*) from leaf where ${isSystolic} and number > 170`),
    average: lap(`select avg(number) from leaf where ${isSystolic} and number is not null`),
    newest: lap(
      `select d.ehr_id, o.object_id, o.latest_system_id, o.latest_number, h.text
       from (select * from (${newest.join(' union all ')}) every order by text desc limit 20) h
       join document d using (ehr_id, document_key)
       join versioned_object o on o.ehr_id = d.ehr_id and o.object_id = d.object_id order by h.text desc`,
    ),
    byPatient: lap(
      `select ehr_id, count(*), avg(number) from leaf where ${isSystolic} and number > 170 group by ehr_id`,
    ),
    byCode: lap(`select count(*) from leaf where ${isSitting}`),
    // Some EHRs have enough: whoever knows that need not look at the others.
    coded: lap(
      `select d.ehr_id, o.object_id, o.latest_system_id, o.latest_number
       from (select ehr_id, time_created from ehr order by time_created, ehr_id limit 20) e
       join document d on d.ehr_id = e.ehr_id
       join leaf l on l.ehr_id = d.ehr_id and l.document_key = d.document_key
       join versioned_object o on o.ehr_id = d.ehr_id and o.object_id = d.object_id
       where l.path_key in (${position.join()}) and l.code = '${SITTING}::local'
       order by e.time_created, e.ehr_id, d.time_committed, d.position, l.root, l.position limit 50`,
    ),
  };
}
