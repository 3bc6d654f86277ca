/** EHRs and their documents as a query needs them: in order, so many at a time, documents still compressed. */
import type { AttestationRecord, EhrRecord, QueryAccess, QueryDocument, VersionedKind } from '@cairn/core';
import { ehrRecord, versionedKinds, versionRecord } from '@cairn/store-sql';
import { uuids } from './columns.ts';
import type { Orm } from './connection.ts';
import { and, asc, eq, ne, sql, type PgColumn, type SQL } from './drizzle.ts';
import { attestationColumns, ehrColumns, versionColumns } from './rows.ts';
import { attestation, contribution, ehr, template, version, versionedObject } from './schema.ts';

/** A document that is still compressed; null: a deletion. */
export interface CompressedDocument extends Omit<QueryDocument, 'document'> {
  readonly frame: Uint8Array | null;
}

/** By EHR, in the order that `QueryEhr` asks for. */
export type DocumentsByEhr = ReadonlyMap<string, readonly CompressedDocument[]>;

/** In order of creation, then of ids; those that come after one, or the first. */
export async function ehrPage(
  orm: Orm,
  { ehrId, hiddenToo, narrowing }: QueryAccess,
  after: EhrRecord | undefined,
  size: number,
): Promise<readonly EhrRecord[]> {
  const open = hiddenToo ? undefined : sql`${ehr.queryable}`;
  const wanted = ehrId === undefined ? open : eq(ehr.ehrId, ehrId);
  const among = narrowing?.ehrIds && isOneOf(ehr.ehrId, narrowing.ehrIds);
  const next = after && sql`(${ehr.timeCreated}, ${ehr.ehrId}) > (${after.timeCreated}, ${after.ehrId})`;
  const rows = await orm
    .select(ehrColumns)
    .from(ehr)
    .where(and(wanted, among, next))
    .orderBy(asc(ehr.timeCreated), asc(ehr.ehrId))
    .limit(size);
  return rows.map(ehrRecord);
}

/** How many documents of each EHR a query has to see, at most. */
export async function documentCounts(
  orm: Orm,
  { kinds, allVersions }: QueryAccess,
  ehrIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const count = allVersions ? sql`sum(${versionedObject.latestNumber})` : sql`count(*)`;
  const rows = await orm
    .select({ ehrId: versionedObject.ehrId, count: sql<number>`${count}`.mapWith(Number) })
    .from(versionedObject)
    .where(and(isOneOf(versionedObject.ehrId, ehrIds), isOfKind(kinds)))
    .groupBy(versionedObject.ehrId);
  return new Map(rows.map(({ ehrId, count: documents }) => [ehrId, documents]));
}

export async function documentsOf(
  orm: Orm,
  { kinds, allVersions }: QueryAccess,
  ehrIds: readonly string[],
): Promise<DocumentsByEhr> {
  const rows = await orm
    .select({
      ...versionColumns,
      ehrId: version.ehrId,
      frame: version.document,
      position: version.position,
      latestNumber: versionedObject.latestNumber,
      objectCreated: versionedObject.timeCreated,
    })
    .from(versionedObject)
    .innerJoin(
      version,
      and(
        eq(version.ehrId, versionedObject.ehrId),
        eq(version.objectId, versionedObject.objectId),
        allVersions ? undefined : eq(version.number, versionedObject.latestNumber),
      ),
    )
    .innerJoin(
      contribution,
      and(eq(contribution.ehrId, version.ehrId), eq(contribution.contributionId, version.contributionId)),
    )
    .leftJoin(template, eq(template.templateKey, version.templateKey))
    .where(
      and(
        isOneOf(versionedObject.ehrId, ehrIds),
        isOfKind(kinds),
        allVersions ? undefined : ne(versionedObject.latestLifecycleState, '523'),
      ),
    );
  const added = await attestationsOf(orm, ehrIds);
  rows.sort((a, b) => a.timeCommitted - b.timeCommitted || a.position - b.position);
  const documents = new Map<string, CompressedDocument[]>(ehrIds.map((ehrId) => [ehrId, []]));
  for (const { ehrId, position: _, latestNumber, frame, objectCreated, ...row } of rows) {
    const record = versionRecord(row, added.get(versionName(ehrId, row)) ?? []);
    documents.get(ehrId)?.push({ ...record, frame, latest: row.number === latestNumber, objectCreated });
  }
  return documents;
}

/** By version, in order. */
async function attestationsOf(
  orm: Orm,
  ehrIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AttestationRecord[]>> {
  const { ehrId: ofEhr, objectId, number } = attestation;
  const rows = await orm
    .select({ ...attestationColumns, ehrId: ofEhr, objectId, number })
    .from(attestation)
    .where(isOneOf(attestation.ehrId, ehrIds))
    .orderBy(asc(attestation.timeCommitted), asc(attestation.position));
  const byVersion = new Map<string, AttestationRecord[]>();
  for (const { ehrId, objectId: object, number: ordinal, ...record } of rows) {
    const name = versionName(ehrId, { objectId: object, number: ordinal });
    const records = byVersion.get(name);
    if (records) records.push(record);
    else byVersion.set(name, [record]);
  }
  return byVersion;
}

const versionName = (
  ehrId: string,
  { objectId, number }: { readonly objectId: string; readonly number: number },
): string => `${ehrId} ${objectId} ${number}`;

const isOneOf = (column: PgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(ids, uuids)}::uuid[])`;

function isOfKind(kinds: ReadonlySet<VersionedKind>): SQL {
  const numbers = Array.from(kinds, (kind) => versionedKinds.toNumber(kind));
  return sql`${versionedObject.kind} = any(${sql.param(numbers)}::smallint[])`;
}
