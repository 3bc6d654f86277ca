/** The least that a commit can be: the rows that the product writes, in one statement, with the same durability. */
import pg from 'pg';
import { connectTo } from './support/postgres.ts';

/** Everything that one commit of a composition writes, as parameters of the statement. */
export type CommitRows = readonly unknown[];

export interface Floor extends AsyncDisposable {
  /** Writes so many of the commits, `clients` at a time; each call goes on where the last one ended. */
  writeNext(count: number, clients: number): Promise<void>;
}

/** The parameters are what `READ` gives, in its order. */
const WRITE = `
  with one as (update ehr set last_commit = $2 where ehr_id = $1),
  two as (insert into contribution values ($1, $3, $2, $4, $5, $6)),
  three as (insert into versioned_object values ($1, $7, 1, $2, $8, 1, $9, $10, $11)),
  four as (insert into version values ($1, $7, 1, $2, $3, $8, 1, $9, $10, $12, $11, $13, $14, $15)),
  five as (insert into document overriding system value values ($1, $7, $16, $2, $11, $8, 1, true)),
  six as (
    insert into root select $1, $16, * from unnest($17::integer[], $18::integer[], $19::integer[], $20::integer[])
  )
  insert into leaf select $1, $16, * from unnest(
    $21::integer[], $22::integer[], $23::float8[], $24::text[], $25::text[], $26::text[])`;

const READ = `
  select ehr_id, time_committed, contribution_id, c.change_type, c.committer, c.audit,
    object_id, v.position, v.system_id, v.lifecycle_state, v.template_key, v.change_type, v.audit, v.signature, v.document,
    d.document_key, r.numbers, r.archetypes, r.parents, r.lasts, l.roots, l.paths, l.numbers, l.positions, l.texts, l.codes
  from version v join contribution c using (ehr_id, contribution_id, time_committed)
  join document d using (ehr_id, object_id, time_committed)
  join lateral (
    select array_agg(number) as numbers, array_agg(archetype_key) as archetypes, array_agg(parent) as parents,
      array_agg(last) as lasts
    from root where root.ehr_id = v.ehr_id and document_key = d.document_key
  ) r on true
  join lateral (
    select array_agg(root) as roots, array_agg(path_key) as paths, array_agg(number) as numbers,
      array_agg(position) as positions, array_agg(text) as texts, array_agg(code) as codes
    from leaf where leaf.ehr_id = v.ehr_id and document_key = d.document_key
  ) l on true
  where v.kind = 1 order by time_committed, document_key`;

/** What was written into a database, commit by commit; each has made one composition. */
export async function readCommits(url: string): Promise<readonly CommitRows[]> {
  await using session = await connectTo(url);
  const { rows } = await session.client.query<unknown[]>({ text: READ, rowMode: 'array' });
  return rows;
}

export async function openFloor(url: string, commits: readonly CommitRows[], clients: number): Promise<Floor> {
  const pool = new pg.Pool({ connectionString: url, max: clients, options: '-c synchronous_commit=on' });
  const waiting = commits.values();
  return {
    async writeNext(count, together) {
      let left = count;
      const write = async (): Promise<void> => {
        while (left-- > 0) await pool.query({ name: 'write', text: WRITE, values: [...(waiting.next().value ?? [])] });
      };
      await Promise.all(Array.from({ length: together }, write));
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
