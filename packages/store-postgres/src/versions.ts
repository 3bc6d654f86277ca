/** Versions by latest, by number, as of a time, and as history. */
import type { StoredVersion, VersionRecord, VersionSelector } from '@cairn/core';
import { versionRecord, WHOLE_OBJECT } from '@cairn/store-sql';
import type { Orm } from './connection.ts';
import { and, asc, desc, eq, lte, sql, type SQL } from './drizzle.ts';
import { attestationColumns, versionColumns } from './rows.ts';
import { attestation, contribution, itemTag, template, version } from './schema.ts';
import { given, matches, rowsOf } from './statement.ts';

/** A version whose document is still compressed; null: a deletion. */
export interface CompressedVersion extends Omit<StoredVersion, 'document'> {
  readonly frame: Uint8Array | null;
}

export interface VersionLookup {
  select(ehrId: string, objectId: string, selector: VersionSelector): Promise<CompressedVersion | undefined>;
  /** Oldest first. */
  history(ehrId: string, objectId: string): Promise<readonly VersionRecord[]>;
}

// Subqueries name the EHR by its value, not by the row around them: that way a distributed database knows where they go.
const isTagged = sql<boolean>`exists (
  select from ${itemTag}
  where ${matches(itemTag.ehrId, 'ehrId')} and ${matches(itemTag.objectId, 'objectId')}
    and ${itemTag.number} in (${sql.raw(String(WHOLE_OBJECT))}, ${version.number})
)`;

const attestations = rowsOf(
  attestationColumns,
  sql`from ${attestation}
    where ${matches(attestation.ehrId, 'ehrId')} and ${matches(attestation.objectId, 'objectId')}
      and ${attestation.number} = ${version.number}`,
  sql`${attestation.timeCommitted}, ${attestation.position}`,
);

export function versionLookup(orm: Orm): VersionLookup {
  const ofObject = and(matches(version.ehrId, 'ehrId'), matches(version.objectId, 'objectId'));
  const itsContribution = and(
    eq(contribution.ehrId, version.ehrId),
    eq(contribution.contributionId, version.contributionId),
  );
  const itsTemplate = eq(template.templateKey, version.templateKey);

  const one = (name: string, condition: SQL | undefined, ...order: SQL[]) =>
    orm
      .select({ ...versionColumns, attestations, frame: version.document, tagged: isTagged })
      .from(version)
      .innerJoin(contribution, itsContribution)
      .leftJoin(template, itsTemplate)
      .where(and(ofObject, condition))
      .orderBy(...order)
      .limit(1)
      .prepare(name);
  const latest = one('version_latest', undefined, desc(version.number));
  const byNumber = one('version_by_number', matches(version.number, 'number'));
  const asOf = one(
    'version_as_of',
    lte(version.timeCommitted, given(version.timeCommitted, 'time')),
    desc(version.timeCommitted),
    desc(version.number),
  );
  const all = orm
    .select({ ...versionColumns, attestations })
    .from(version)
    .innerJoin(contribution, itsContribution)
    .leftJoin(template, itsTemplate)
    .where(ofObject)
    .orderBy(asc(version.number))
    .prepare('version_history');

  function rows(ehrId: string, objectId: string, selector: VersionSelector) {
    switch (selector.kind) {
      case 'latest':
        return latest.execute({ ehrId, objectId });
      case 'number':
        return byNumber.execute({ ehrId, objectId, number: selector.number });
      case 'at':
        return asOf.execute({ ehrId, objectId, time: selector.time });
    }
  }

  return {
    async select(ehrId, objectId, selector) {
      const [found] = await rows(ehrId, objectId, selector);
      if (!found) return undefined;
      const { frame, tagged, attestations: added, ...row } = found;
      return { ...versionRecord(row, added), frame, tagged };
    },
    async history(ehrId, objectId) {
      const found = await all.execute({ ehrId, objectId });
      return found.map(({ attestations: added, ...row }) => versionRecord(row, added));
    },
  };
}
