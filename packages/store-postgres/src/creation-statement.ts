/**
 * New compositions as one statement: one, or several that are each in an EHR of its own. A composition is written when its EHR
 * can be changed, nobody else is about to change that, and its template is the expected one; it is not when not.
 */
import { versionedKinds } from '@cairn/store-sql';
import { sql, type PgColumn, type SQL } from './drizzle.ts';
import { contribution, ehr, template, version } from './schema.ts';
import { given, givenList, statementOf } from './statement.ts';

/** What a composition brings along: by the names that the statements know it by, each stored the way a column is. */
const BROUGHT = {
  ehr_id: ehr.ehrId,
  not_before: ehr.lastCommit,
  template_id: template.templateId,
  template_created: template.timeCreated,
  object_id: version.objectId,
  contribution_id: contribution.contributionId,
  system_id: version.systemId,
  lifecycle_state: version.lifecycleState,
  change_type: version.changeType,
  contribution_change_type: contribution.changeType,
  committer: contribution.committer,
  audit: contribution.audit,
} satisfies Readonly<Record<string, PgColumn>>;

const NAMES = Object.keys(BROUGHT) as readonly (keyof typeof BROUGHT)[];

export type Brought = Readonly<Record<keyof typeof BROUGHT, string | number>>;

/** All of one name together. */
export const columnsOf = (all: readonly Brought[]): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(NAMES.map((name) => [name, all.map((one) => one[name])]));

export interface Written {
  /** Place of the composition among those that were given, from 1. */
  readonly owner: number;
  readonly time: number;
}

const brought = (one: (column: PgColumn, name: string) => SQL): SQL =>
  sql.join(
    Object.entries(BROUGHT).map(([name, column]) => one(column, name)),
    sql`, `,
  );

const list = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}[]`;

const KIND = sql.raw(`${versionedKinds.toNumber('COMPOSITION')}::smallint`);

const ROOTS = sql`unnest(
    ${list('rootOwners', 'integer')}, ${list('rootNumbers', 'integer')}, ${list('archetypeKeys', 'integer')},
    ${list('parents', 'integer')}, ${list('lasts', 'integer')}
  ) as its (owner, number, archetype_key, parent, last)`;

const LEAVES = sql`unnest(
    ${list('leafOwners', 'integer')}, ${list('roots', 'integer')}, ${list('pathKeys', 'integer')}, ${list('numbers', 'float8')},
    ${list('positions', 'text')}, ${list('texts', 'text')}, ${list('codes', 'text')}
  ) as its (owner, root, path_key, number, position, text, code)`;

interface Source {
  /** Where the compositions are, with their EHRs and templates, and on which conditions they are written. */
  readonly from: SQL;
  readonly names: SQL;
  /** Which EHR changes. */
  readonly ehrId: SQL;
  /** The bytes of a row's document. */
  readonly document: SQL;
  /** Where the keys are that index rows begin with, and these two. */
  readonly placed: SQL;
  readonly keys: SQL;
  /** Of index rows. */
  readonly isWritten: SQL;
}

const writing = ({ from, names, ehrId, document, placed, keys, isWritten }: Source): SQL => sql`
  held as (
    select ${names}, template.template_key ${from} and ehr.modifiable for no key update of ehr skip locked
  ),
  made as (
    update ehr set last_commit = greatest(held.not_before, ehr.last_commit + 1) from held where ehr.ehr_id = ${ehrId}
      returning held.*, ehr.last_commit as time
  ),
  its_contribution as (
    insert into contribution
      select ehr_id, contribution_id, time, contribution_change_type, committer, audit from made
  ),
  its_object as (
    insert into versioned_object
      select ehr_id, object_id, ${KIND}, time, 0, 1, system_id, lifecycle_state, template_key from made
  ),
  its_version as (
    insert into version
      select ehr_id, object_id, 1, time, contribution_id, 0, ${KIND}, system_id, lifecycle_state, change_type, template_key,
        null, null, ${document}
      from made
  ),
  its_document as (
    insert into document (ehr_id, object_id, time_committed, template_key, position, kind, indexed)
      select ehr_id, object_id, time, template_key, 0, ${KIND}, true from made
      returning ehr_id, document_key
  ),
  placed as (${placed}),
  its_roots as (
    insert into root select ${keys}, number, archetype_key, parent, last from placed, ${ROOTS} ${isWritten}
  ),
  its_leaves as (
    insert into leaf select ${keys}, root, path_key, number, position, text, code from placed, ${LEAVES} ${isWritten}
  )
  select owner, time from made`;

const EHR_ID = given(ehr.ehrId, 'ehr_id');

/** Names its EHR wherever it can, so that a distributed database knows the shard. */
export const writeOne = statementOf(
  sql`with ${writing({
    from: sql`
    from ehr, template
    where ehr.ehr_id = ${EHR_ID} and template.template_id = ${given(template.templateId, 'template_id')}
      and template.time_created = ${given(template.timeCreated, 'template_created')}`,
    names: sql`1 as owner, ${brought((column, name) => sql`${given(column, name)}::${sql.raw(column.getSQLType())} as ${sql.raw(name)}`)}`,
    ehrId: EHR_ID,
    document: sql`${sql.placeholder('documents')}::bytea`,
    placed: sql`select ehr_id, document_key from its_document`,
    keys: sql`ehr_id, document_key`,
    isWritten: sql``,
  })}`,
);

/** Their documents are given one behind the other. */
export const writeSeveral = statementOf(sql`
  with given as (
    select * from unnest(${brought(givenList)}, ${list('starts', 'integer')}, ${list('sizes', 'integer')})
      with ordinality as given (${sql.raw(NAMES.join(', '))}, start, size, owner)
  ),
  ${writing({
    from: sql`
      from given join ehr on ehr.ehr_id = given.ehr_id
        join template on template.template_id = given.template_id and template.time_created = given.template_created
      where true`,
    names: sql`given.*`,
    ehrId: sql`held.ehr_id`,
    document: sql`substring(${sql.placeholder('documents')}::bytea from start for size)`,
    // An element of an array is found faster than a row of a join.
    placed: sql`
      select array_agg(given.ehr_id order by owner) as ehr_ids, array_agg(document_key order by owner) as document_keys
      from given left join its_document on its_document.ehr_id = given.ehr_id`,
    keys: sql`ehr_ids[owner], document_keys[owner]`,
    isWritten: sql`where document_keys[owner] is not null`,
  })}`);
