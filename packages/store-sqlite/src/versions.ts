/** Versions by latest, by number, as of a time, as history and by contribution. */
import type {
  AttestationRecord,
  ContributionVersionRef,
  StoredVersion,
  VersionRecord,
  VersionSelector,
} from '@cairn/core';
import { versionRecord, WHOLE_OBJECT } from '@cairn/store-sql';
import type { Orm } from './connection.ts';
import { and, asc, desc, eq, lte, sql, type SQL, type SQLWrapper } from './drizzle.ts';
import { attestationColumns, versionColumns } from './rows.ts';
import { attestation, contribution, itemTag, template, version } from './schema.ts';
import { given, matches, preparedSelect } from './statement.ts';

/** A version whose document is still compressed; null: a deletion. */
export interface CompressedVersion extends Omit<StoredVersion, 'document'> {
  readonly frame: Uint8Array | null;
}

export interface VersionLookup {
  select(ehrId: string, objectId: string, selector: VersionSelector): CompressedVersion | undefined;
  /** Oldest first. */
  history(ehrId: string, objectId: string): readonly VersionRecord[];
  /** The versions that a contribution made, in the order of the change set, then those that it only attested. */
  ofContribution(ehrId: string, contributionId: string): readonly ContributionVersionRef[];
}

const isTagged = sql<0 | 1>`(${hasTags(sql`${WHOLE_OBJECT}`)} or ${hasTags(version.number)})`;

export const isAttested = sql<0 | 1>`exists (
  select 1 from ${attestation}
  where ${attestation.ehrId} = ${version.ehrId}
    and ${attestation.objectId} = ${version.objectId}
    and ${attestation.number} = ${version.number}
)`;

/** Two look-ups: a list of both numbers would be put into a temporary table first. */
function hasTags(number: SQLWrapper): SQL {
  return sql`exists (
    select 1 from ${itemTag}
    where ${itemTag.ehrId} = ${version.ehrId} and ${itemTag.objectId} = ${version.objectId} and ${itemTag.number} = ${number}
  )`;
}

export function versionLookup(orm: Orm): VersionLookup {
  const attestations = attestationsOf(orm);
  const ofObject = and(matches(version.ehrId, 'ehrId'), matches(version.objectId, 'objectId'));
  const itsContribution = and(
    eq(contribution.ehrId, version.ehrId),
    eq(contribution.contributionId, version.contributionId),
  );
  const itsTemplate = eq(template.templateKey, version.templateKey);

  const whole = { ...versionColumns, frame: version.document, attested: isAttested, tagged: isTagged };
  const one = (condition: SQL | undefined, ...order: SQL[]) =>
    preparedSelect(
      orm,
      whole,
      orm
        .select(whole)
        .from(version)
        .innerJoin(contribution, itsContribution)
        .leftJoin(template, itsTemplate)
        .where(and(ofObject, condition))
        .orderBy(...order),
    );
  const latest = one(undefined, desc(version.number));
  const byNumber = one(matches(version.number, 'number'));
  const asOf = one(
    lte(version.timeCommitted, given(version.timeCommitted, 'time')),
    desc(version.timeCommitted),
    desc(version.number),
  );
  const all = orm
    .select({ ...versionColumns, attested: isAttested })
    .from(version)
    .innerJoin(contribution, itsContribution)
    .leftJoin(template, itsTemplate)
    .where(ofObject)
    .orderBy(asc(version.number))
    .prepare();
  const reference = {
    objectId: version.objectId,
    number: version.number,
    systemId: version.systemId,
    kind: version.kind,
  };
  const made = orm
    .select(reference)
    .from(version)
    .where(and(matches(version.ehrId, 'ehrId'), matches(version.contributionId, 'contributionId')))
    .orderBy(asc(version.position))
    .prepare();
  const attested = orm
    .select(reference)
    .from(attestation)
    .innerJoin(
      version,
      and(
        eq(version.ehrId, attestation.ehrId),
        eq(version.objectId, attestation.objectId),
        eq(version.number, attestation.number),
      ),
    )
    .where(and(matches(attestation.ehrId, 'ehrId'), matches(attestation.contributionId, 'contributionId')))
    .orderBy(asc(attestation.position))
    .prepare();

  function selectRow(ehrId: string, objectId: string, selector: VersionSelector) {
    switch (selector.kind) {
      case 'latest':
        return latest.get({ ehrId, objectId });
      case 'number':
        return byNumber.get({ ehrId, objectId, number: selector.number });
      case 'at':
        return asOf.get({ ehrId, objectId, time: selector.time });
    }
  }

  return {
    select(ehrId, objectId, selector) {
      const found = selectRow(ehrId, objectId, selector);
      if (!found) return undefined;
      const { frame, tagged, attested: hasAttestations, ...row } = found;
      const added = hasAttestations ? attestations(ehrId, objectId, row.number) : [];
      return { ...versionRecord(row, added), frame, tagged: tagged === 1 };
    },
    history: (ehrId, objectId) =>
      all
        .all({ ehrId, objectId })
        .map(({ attested: hasAttestations, ...row }) =>
          versionRecord(row, hasAttestations ? attestations(ehrId, objectId, row.number) : []),
        ),
    ofContribution(ehrId, contributionId) {
      const refs = new Map<string, ContributionVersionRef>();
      for (const ref of [...made.all({ ehrId, contributionId }), ...attested.all({ ehrId, contributionId })]) {
        const key = `${ref.objectId} ${ref.number}`;
        if (!refs.has(key)) refs.set(key, ref);
      }
      return [...refs.values()];
    },
  };
}

/** Few versions are attested: queries ask whether any attestation is there before they ask which. */
export function attestationsOf(
  orm: Orm,
): (ehrId: string, objectId: string, number: number) => readonly AttestationRecord[] {
  const select = orm
    .select(attestationColumns)
    .from(attestation)
    .where(
      and(
        matches(attestation.ehrId, 'ehrId'),
        matches(attestation.objectId, 'objectId'),
        matches(attestation.number, 'number'),
      ),
    )
    .orderBy(asc(attestation.timeCommitted), asc(attestation.position))
    .prepare();
  return (ehrId, objectId, number) => select.all({ ehrId, objectId, number });
}
