/** Contributions by id, with what they changed, and as a list. */
import type { ContributionRecord, ContributionVersionRef, Page } from '@cairn/core';
import type { Orm } from './connection.ts';
import { and, desc, eq, gte, lte, sql } from './drizzle.ts';
import { contributionColumns, referenceColumns } from './rows.ts';
import { attestation, contribution, version } from './schema.ts';
import { given, matches, rowsOf } from './statement.ts';

export interface ContributionLookup {
  select(
    ehrId: string,
    contributionId: string,
  ): Promise<(ContributionRecord & { readonly versions: readonly ContributionVersionRef[] }) | undefined>;
  /** Newest first. */
  page(window: {
    readonly ehrId: string;
    readonly offset: number;
    readonly fetch: number;
    readonly from: number;
    readonly to: number;
  }): Promise<Page<ContributionRecord>>;
}

export function contributionLookup(orm: Orm): ContributionLookup {
  const made = rowsOf(
    referenceColumns,
    sql`from ${version} where ${matches(version.ehrId, 'ehrId')} and ${matches(version.contributionId, 'contributionId')}`,
    sql`${version.position}`,
  );
  const itsVersion = and(
    matches(version.ehrId, 'ehrId'),
    eq(version.objectId, attestation.objectId),
    eq(version.number, attestation.number),
  );
  const attested = rowsOf(
    referenceColumns,
    sql`from ${attestation} join ${version} on ${itsVersion}
      where ${matches(attestation.ehrId, 'ehrId')} and ${matches(attestation.contributionId, 'contributionId')}`,
    sql`${attestation.position}`,
  );
  const byId = orm
    .select({ ...contributionColumns, made, attested })
    .from(contribution)
    .where(and(matches(contribution.ehrId, 'ehrId'), matches(contribution.contributionId, 'contributionId')))
    .prepare('contribution_by_id');

  const inWindow = and(
    matches(contribution.ehrId, 'ehrId'),
    gte(contribution.timeCommitted, given(contribution.timeCommitted, 'from')),
    lte(contribution.timeCommitted, given(contribution.timeCommitted, 'to')),
  );
  const newestFirst = desc(contribution.timeCommitted);
  const page = orm
    .select({
      total: sql<number>`(select count(*) from ${contribution} where ${inWindow})`.mapWith(Number),
      rows: rowsOf(
        contributionColumns,
        sql`from (
          select * from ${contribution} where ${inWindow} order by ${newestFirst}
          limit ${sql.placeholder('fetch')} offset ${sql.placeholder('offset')}
        ) as ${contribution}`,
        newestFirst,
      ),
    })
    .from(sql`(values (0)) as answer`)
    .prepare('contribution_page');

  return {
    async select(ehrId, contributionId) {
      const [row] = await byId.execute({ ehrId, contributionId });
      if (!row) return undefined;
      const { made: madeVersions, attested: attestedVersions, ...record } = row;
      return { ...record, versions: distinct([...madeVersions, ...attestedVersions]) };
    },
    async page(window) {
      const [row] = await page.execute(window);
      return row ?? { rows: [], total: 0 };
    },
  };
}

/** What a contribution both made and attested is one change of it. */
function distinct(refs: readonly ContributionVersionRef[]): readonly ContributionVersionRef[] {
  const byVersion = new Map<string, ContributionVersionRef>();
  for (const ref of refs) {
    const key = `${ref.objectId} ${ref.number}`;
    if (!byVersion.has(key)) byVersion.set(key, ref);
  }
  return [...byVersion.values()];
}
