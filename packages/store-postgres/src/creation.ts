/**
 * The commonest plan, one new composition, as one statement: two thirds of what `commit_plan` costs a server, and less still
 * for several at a time, each in an EHR of its own. It writes all of a plan when all that this expects holds, and otherwise
 * nothing of it: why, `commit_plan` then says.
 *
 * The one row that others may be about to change is that of the EHR. One that somebody else holds is not waited for here, so
 * that no plan waits for another's EHR. Everything else is new, and its uniqueness a rule of the tables.
 */
import type { CommitPlan, DocumentIndex, NewVersion } from '@cairn/core';
import type { EncodedPlan } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import { columnsOf, writeOne, writeSeveral, type Brought, type Written } from './creation-statement.ts';
import type { DictionaryKeys, IndexKeys } from './dictionary-keys.ts';
import { isMisfit, isPassing, isUnsupported } from './errors.ts';
import { groups } from './groups.ts';
import { indexColumns } from './index-rows.ts';
import type { BoundStatement } from './statement.ts';

/** Gives the commit time; undefined when the plan is of another kind, or nothing is written. */
export type Creation = (encoded: EncodedPlan) => Promise<number | undefined>;

/** Statements under way: while the server works on one, the next is made, and one that is slow does not hold up all. */
const AT_ONCE = 2;
/** Compositions of a statement. */
const MOST = 32;
/** One with more index rows keeps no others waiting. */
const MANY_LEAVES = 2_000;

interface NewComposition {
  readonly brought: Brought;
  readonly document: Uint8Array;
  readonly index: DocumentIndex & IndexKeys;
  /** The changes of the connections before its keys were looked up. */
  readonly server: number;
}

export function creation({ rows, changes }: Connection, keys: DictionaryKeys): Creation {
  /** A distributed database may not write for several EHRs at once, or not to so many tables. */
  let most = MOST;

  async function write(group: readonly NewComposition[]): Promise<readonly (number | undefined)[]> {
    const mayFail = (error: unknown): boolean => {
      if (isUnsupported(error)) most = group.length > 1 ? 1 : 0;
      return isUnsupported(error) || isMisfit(error) || isPassing(error);
    };
    const server = Math.min(...group.map((one) => one.server));
    const written = ((await rows(statementFor(group), { mayFail, changes: server, isPart: true })) ??
      []) as readonly Written[];
    const times = new Map(written.map(({ owner, time }) => [owner, time]));
    return group.map((_, position) => times.get(position + 1));
  }

  const writeInGroup = groups({
    atOnce: AT_ONCE,
    most: () => most,
    keyOf: ({ brought }: NewComposition) => brought.ehr_id,
    work: write,
  });

  return async (encoded) => {
    const wanted = most > 0 ? creationOf(encoded) : undefined;
    if (!wanted) return undefined;
    const { index, ...rest } = wanted;
    const server = changes();
    const one = { ...rest, index: { ...index, ...(await keys.of(index)) }, server };
    if (index.leaves.length <= MANY_LEAVES) return writeInGroup(one);
    const [time] = await write([one]);
    return time;
  };
}

function statementFor(group: readonly NewComposition[]): BoundStatement {
  const index = indexColumns(group.map((one, position) => ({ owner: position + 1, ...one.index })));
  const [only] = group;
  if (only && group.length === 1) return writeOne({ ...only.brought, ...index, documents: only.document });
  const sizes = group.map(({ document }) => document.length);
  let start = 1;
  const starts = sizes.map((size) => (start += size) - size);
  const documents = Buffer.concat(group.map(({ document }) => document));
  return writeSeveral({ ...columnsOf(group.map(({ brought }) => brought)), ...index, starts, sizes, documents });
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
  const brought: Brought = {
    ehr_id: ehrId,
    not_before: notBefore,
    template_id: expected.templateId,
    template_created: expected.timeCreated,
    object_id: added.objectId,
    contribution_id: made.contributionId,
    system_id: added.systemId,
    lifecycle_state: added.lifecycleState,
    change_type: added.changeType,
    contribution_change_type: made.changeType,
    committer: made.committer,
    audit: made.audit,
  };
  return { brought, document, index: added.index };
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
