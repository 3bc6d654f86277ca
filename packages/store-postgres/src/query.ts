/** The query side of the port. Each query reads one state of the database, on a connection of its own. */
import type { EhrRecord, QueryAccess, QueryEhr, QueryStore } from '@cairn/core';
import { decompressNow } from '@cairn/store-sql';
import { documentCounts, documentsOf, ehrPage, type CompressedDocument } from './candidates.ts';
import type { Connection, Snapshot } from './connection.ts';

/** So many EHRs are looked up at once, */
const EHRS = 100;

/** and of those so many, as far as they have no more documents than this. */
const DOCUMENTS = 200;

export function queryStore({ snapshot }: Connection): QueryStore {
  return {
    async *candidates(access) {
      const own = await snapshot();
      try {
        let last: EhrRecord | undefined;
        for (;;) {
          const page = await own.run((orm) => ehrPage(orm, access, last, EHRS));
          for (const ehrs of await slices(own, access, page)) yield* await withDocuments(own, access, ehrs);
          last = page.at(-1);
          if (page.length < EHRS) return;
        }
      } finally {
        await own.end();
      }
    },
  };
}

/** The EHRs in the same order, in groups that are read in one go. */
async function slices(
  own: Snapshot,
  access: QueryAccess,
  page: readonly EhrRecord[],
): Promise<readonly (readonly EhrRecord[])[]> {
  if (page.length < 2 || access.kinds.size === 0) return [page];
  const counts = await own.run((orm) =>
    documentCounts(
      orm,
      access,
      page.map(({ ehrId }) => ehrId),
    ),
  );
  const groups: EhrRecord[][] = [];
  let room = 0;
  for (const ehr of page) {
    room -= counts.get(ehr.ehrId) ?? 0;
    const group = groups.at(-1);
    if (group && room >= 0) {
      group.push(ehr);
    } else {
      groups.push([ehr]);
      room = DOCUMENTS - (counts.get(ehr.ehrId) ?? 0);
    }
  }
  return groups;
}

async function withDocuments(
  own: Snapshot,
  access: QueryAccess,
  ehrs: readonly EhrRecord[],
): Promise<readonly QueryEhr[]> {
  if (ehrs.length === 0 || access.kinds.size === 0) return ehrs.map((ehr) => ({ ehr, documents: [] }));
  const ehrIds = ehrs.map(({ ehrId }) => ehrId);
  const documents = await own.run((orm) => documentsOf(orm, access, ehrIds));
  return ehrs.map((ehr) => ({ ehr, documents: (documents.get(ehr.ehrId) ?? []).map(withDocument) }));
}

/** A document is unpacked when it is first asked for. */
function withDocument({ frame, ...record }: CompressedDocument): QueryEhr['documents'][number] {
  let document: Uint8Array | undefined;
  return {
    ...record,
    get document() {
      return (document ??= frame === null ? undefined : decompressNow(frame));
    },
  };
}
