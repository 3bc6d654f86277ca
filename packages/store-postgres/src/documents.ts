/** The documents of EHRs as a query needs them, still compressed. */
import type { AttestationRecord, QueryAccess, VersionedKind } from '@cairn/core';
import { versionedKinds, versionRecord, type CompressedDocument } from '@cairn/store-sql';
import type { Orm } from './connection.ts';
import { and, asc, eq, sql, type PgColumn, type SQL } from './drizzle.ts';
import { attestationColumns, precedingSystemId, versionColumns } from './rows.ts';
import { attestation, contribution, document, template, version, versionedObject } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import { isOneOf } from './statement.ts';

/** An object with versions that a query has to see. */
export interface FoundObject {
  readonly objectId: string;
  /** How many these are. */
  readonly versions: number;
}

export interface DocumentReader {
  /** By EHR. */
  find(ehrIds: readonly string[]): Promise<ReadonlyMap<string, readonly FoundObject[]>>;
  /** By EHR, in the order that `QueryEhr` asks for. */
  read(
    ehrIds: readonly string[],
    objects: readonly FoundObject[],
  ): Promise<ReadonlyMap<string, readonly CompressedDocument[]>>;
  /** The same, of these objects alone, whatever else there is. */
  readOnly(
    ehrIds: readonly string[],
    objectIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly CompressedDocument[]>>;
}

const nothing: DocumentReader = {
  find: async () => new Map(),
  read: async () => new Map(),
  readOnly: async () => new Map(),
};

/** `needed`: a condition that leaves out documents which do not matter; only for latest versions. */
export function documentReader(own: Snapshot, { kinds, allVersions }: QueryAccess, needed?: SQL): DocumentReader {
  if (kinds.size === 0) return nothing;
  const table = allVersions ? versionedObject : document;
  const versions = allVersions ? versionedObject.latestNumber : sql<number>`1`;
  const among = (ehrIds: readonly string[]): SQL | undefined =>
    and(isOneOf(table.ehrId, ehrIds), isOfKind(table.kind, kinds));

  const readWhere = (
    ehrIds: readonly string[],
    condition: SQL | undefined,
  ): Promise<ReadonlyMap<string, readonly CompressedDocument[]>> =>
    own.run(async (orm) => {
      const select = allVersions ? everyVersion(orm) : latestVersions(orm);
      const rows = await select.where(and(among(ehrIds), condition));
      rows.sort((a, b) => a.timeCommitted - b.timeCommitted || a.position - b.position);
      const added = await attestationsOf(orm, ehrIds);
      const documents = new Map<string, CompressedDocument[]>(ehrIds.map((ehrId) => [ehrId, []]));
      for (const {
        ehrId,
        position: _,
        latestNumber,
        frame,
        objectCreated,
        precedingSystemId: before,
        ...row
      } of rows) {
        const record = versionRecord(row, added.get(versionName(ehrId, row)) ?? []);
        const latest = row.number === latestNumber;
        documents.get(ehrId)?.push({ ...record, frame, latest, objectCreated, precedingSystemId: before });
      }
      return documents;
    });

  return {
    find: (ehrIds) =>
      own.run(async (orm) => {
        const { ehrId: ofEhr, objectId } = table;
        const rows = await orm
          .select({ ehrId: ofEhr, objectId, versions })
          .from(table)
          .where(and(among(ehrIds), needed));
        return Map.groupBy(rows, ({ ehrId }) => ehrId);
      }),
    read: (ehrIds, objects) =>
      readWhere(
        ehrIds,
        needed &&
          isOneOf(
            table.objectId,
            objects.map(({ objectId }) => objectId),
          ),
      ),
    readOnly: (ehrIds, objectIds) => readWhere(ehrIds, isOneOf(table.objectId, objectIds)),
  };
}

const columns = {
  ...versionColumns,
  ehrId: version.ehrId,
  frame: version.document,
  position: version.position,
  latestNumber: versionedObject.latestNumber,
  objectCreated: versionedObject.timeCreated,
  precedingSystemId,
};
export const itsObject = and(
  eq(versionedObject.ehrId, document.ehrId),
  eq(versionedObject.objectId, document.objectId),
);
const itsVersions = and(eq(version.ehrId, versionedObject.ehrId), eq(version.objectId, versionedObject.objectId));
const isLatest = and(itsVersions, eq(version.number, versionedObject.latestNumber));
const itsTemplate = eq(template.templateKey, version.templateKey);
const itsContribution = and(
  eq(contribution.ehrId, version.ehrId),
  eq(contribution.contributionId, version.contributionId),
);

const latestVersions = (orm: Orm) =>
  orm
    .select(columns)
    .from(document)
    .innerJoin(versionedObject, itsObject)
    .innerJoin(version, isLatest)
    .innerJoin(contribution, itsContribution)
    .leftJoin(template, itsTemplate);

const everyVersion = (orm: Orm) =>
  orm
    .select(columns)
    .from(versionedObject)
    .innerJoin(version, itsVersions)
    .innerJoin(contribution, itsContribution)
    .leftJoin(template, itsTemplate);

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

export function isOfKind(column: PgColumn, kinds: ReadonlySet<VersionedKind>): SQL {
  const numbers = Array.from(kinds, (kind) => versionedKinds.toNumber(kind));
  return sql`${column} = any(${sql.param(numbers)}::smallint[])`;
}
