/** The questions of `aql-projection.ts` to PostgreSQL as somebody would write them who knows the tables and the keys. */
import { PRESSURE } from './aql-floor.ts';
import type { LeavesFloor } from './aql-projection.ts';
import type { Session } from './support/postgres.ts';

export async function openPostgresLeavesFloor({ client }: Session): Promise<LeavesFloor> {
  await client.query("set jit = 'off'");
  const keys = async (sql: string): Promise<string> =>
    (await client.query<{ key: number }>(sql)).rows.map(({ key }) => key).join();
  const archetype = await keys(`select archetype_key as key from archetype where archetype_id = '${PRESSURE}'`);
  const pathsTo = (node: string): Promise<string> =>
    keys(
      `select path_key as key from leaf_path where archetype_key = ${archetype} and path like '%/items[${node}]/value'`,
    );
  const starts = await keys(
    "select path_key as key from leaf_path where path = '/context/start_time' and rm_type <> ''",
  );
  const itsLeaf = (name: string, root: string, paths: string): string =>
    `leaf ${name} on ${name}.ehr_id = d.ehr_id and ${name}.document_key = d.document_key and ${name}.root = ${root}
      and ${name}.path_key in (${paths})`;
  const both = `select h.text as at, s.number as s, t.number as t from document d
    join root r on r.ehr_id = d.ehr_id and r.document_key = d.document_key and r.archetype_key = ${archetype}
    join ${itsLeaf('s', 'r.number', await pathsTo('at0004'))}
    join ${itsLeaf('t', 'r.number', await pathsTo('at0005'))}
    left join ${itsLeaf('h', '0', starts)}`;
  const rowCount = async (name: string, text: string, values: readonly unknown[]): Promise<number> =>
    (await client.query({ name, text, values: [...values] })).rows.length;
  return {
    ofPatient: (ehrId) => rowCount('leaves of a patient', `${both} where d.ehr_id = $1 order by h.text desc`, [ehrId]),
    ofAll: () =>
      rowCount(
        'leaves of all',
        `select count(*), avg(s), avg(t), max(at) from (${both} where s.number > 120) every`,
        [],
      ),
  };
}
