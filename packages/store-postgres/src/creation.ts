/**
 * The commonest plan, one new composition, as one statement: two thirds of what `commit_plan` costs a server. It writes all
 * when all that the plan expects holds, and otherwise nothing: why, `commit_plan` then says.
 *
 * The one row that others may be about to change is that of the EHR, and an update looks again at a row that it had to wait
 * for (PostgreSQL manual, 13.2.1). Everything else is new, and its uniqueness a rule of the tables.
 */
import type { CommitPlan, NewVersion } from '@cairn/core';
import type { EncodedPlan } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import type { DictionaryKeys } from './dictionary-keys.ts';
import { sql, type SQL } from './drizzle.ts';
import { isMisfit, isPassing, isUnsupported } from './errors.ts';
import { indexColumns } from './index-rows.ts';
import { contribution, ehr, template, version } from './schema.ts';
import { given, statementOf } from './statement.ts';

/** Gives the commit time; undefined when the plan is of another kind, or nothing is written. */
export type Creation = (encoded: EncodedPlan) => Promise<number | undefined>;

const list = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}[]`;

const statement = statementOf(sql`
  with made as (
    update ehr set last_commit = greatest(${sql.placeholder('notBefore')}::bigint, ehr.last_commit + 1)
    from template
    where ehr.ehr_id = ${given(ehr.ehrId, 'ehrId')} and ehr.modifiable
      and template.template_id = ${given(template.templateId, 'templateId')}
      and template.time_created = ${sql.placeholder('templateCreated')}::bigint
    returning ehr.ehr_id, ehr.last_commit as time, template.template_key,
      ${given(version.objectId, 'objectId')}::uuid as object_id,
      ${given(contribution.contributionId, 'contributionId')}::uuid as contribution_id,
      ${given(version.kind, 'kind')}::smallint as kind,
      ${given(version.systemId, 'systemId')}::text as system_id,
      ${given(version.lifecycleState, 'lifecycleState')}::smallint as lifecycle_state
  ),
  its_contribution as (
    insert into contribution
      select ehr_id, contribution_id, time, ${given(contribution.changeType, 'contributionChangeType')}::smallint,
        ${given(contribution.committer, 'committer')}::text, ${given(contribution.audit, 'audit')}::text
      from made
  ),
  its_object as (
    insert into versioned_object
      select ehr_id, object_id, kind, time, 0, 1, system_id, lifecycle_state, template_key from made
  ),
  its_version as (
    insert into version
      select ehr_id, object_id, 1, time, contribution_id, 0, kind, system_id, lifecycle_state,
        ${given(version.changeType, 'changeType')}::smallint, template_key, null, null,
        ${sql.placeholder('document')}::bytea
      from made
  ),
  its_document as (
    insert into document (ehr_id, object_id, time_committed, template_key, position, kind, indexed)
      select ehr_id, object_id, time, template_key, 0, kind, true from made
      returning ehr_id, document_key
  ),
  its_roots as (
    insert into root
      select ehr_id, document_key, given.* from its_document, unnest(
        ${list('rootNumbers', 'integer')}, ${list('archetypeKeys', 'integer')},
        ${list('parents', 'integer')}, ${list('lasts', 'integer')}
      ) as given
  ),
  its_leaves as (
    insert into leaf
      select ehr_id, document_key, given.* from its_document, unnest(
        ${list('roots', 'integer')}, ${list('pathKeys', 'integer')}, ${list('numbers', 'float8')},
        ${list('positions', 'text')}, ${list('texts', 'text')}, ${list('codes', 'text')}
      ) as given
  )
  select time from made`);

export function creation({ rows, changes }: Connection, keys: DictionaryKeys): Creation {
  /** A distributed database may not write to so many tables at once. */
  let isSupported = true;

  function writesNothing(error: unknown): boolean {
    if (isUnsupported(error)) isSupported = false;
    return isUnsupported(error) || isMisfit(error) || isPassing(error);
  }

  return async (encoded) => {
    const wanted = isSupported ? creationOf(encoded) : undefined;
    if (!wanted) return undefined;
    const { index, ...values } = wanted;
    const server = changes();
    const columns = indexColumns([{ owner: 1, ...index, ...(await keys.of(index)) }]);
    const options = { mayFail: writesNothing, changes: server, isPart: true };
    const [row] = (await rows(statement({ ...values, ...columns }), options)) ?? [];
    return (row as { readonly time: number } | undefined)?.time;
  };
}

/** What the statement is given; undefined for a plan that is, or expects, anything else. */
function creationOf({ plan, documents }: EncodedPlan) {
  const { ehrId, notBefore, contribution: made, versions, expectations } = plan;
  const [added] = versions;
  const [document] = documents;
  const expected = expectations.find((one) => one.kind === 'template-present');
  if (!made || !added?.index || !document || !expected || !isNothingElse(plan, added)) return undefined;

  const isHeld = expectations.every((one) => {
    if (one.kind === 'template-present') return one === expected && one.templateId === added.templateId;
    if (one.kind === 'object-absent') return one.objectId === added.objectId;
    if (one.kind === 'contribution-absent') return one.contributionId === made.contributionId;
    return one.kind === 'ehr-present' || one.kind === 'ehr-modifiable';
  });
  if (!isHeld) return undefined;
  const { changeType, index } = added;
  const { changeType: contributionChangeType } = made;
  const { timeCreated: templateCreated } = expected;
  return { ...added, ...made, changeType, contributionChangeType, templateCreated, ehrId, notBefore, document, index };
}

const isNothingElse = (
  { createEhr, ehrStatus, versions, attestations, tags }: CommitPlan,
  { kind, number, audit, signature }: NewVersion,
): boolean =>
  versions.length + attestations.length + tags.length === 1 &&
  !createEhr &&
  !ehrStatus &&
  kind === 'COMPOSITION' &&
  number === 1 &&
  audit === undefined &&
  signature === undefined;
