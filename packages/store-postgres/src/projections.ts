/** EHRs with documents by the index rows that a query reads; documents for which rows do not do, as they are. */
import type { ProjectedDocument, Projection, QueryAccess } from '@cairn/core';
import type { CompressedDocument } from '@cairn/store-sql';
import { candidates, ehrPages, slices, type Candidate } from './candidates.ts';
import { documentReader, type DocumentReader } from './documents.ts';
import type { IndexReader } from './index-reader.ts';
import { rowReader, type DocumentRows } from './projected-rows.ts';
import type { Snapshot } from './snapshot.ts';

/** The rows of so many documents are read at once, */
const DOCUMENTS = 500;

/** and of documents as they are so many. */
const WHOLE_DOCUMENTS = 200;

type ProjectedCandidate = Candidate<CompressedDocument | ProjectedDocument>;

export async function* projected(
  own: Snapshot,
  index: IndexReader,
  access: QueryAccess,
  projection: Projection,
): AsyncGenerator<ProjectedCandidate, void, undefined> {
  const chosen = await index.answer(own, (rows) => rows.chosen(projection, access.narrowing?.documents));
  if (!chosen) {
    yield* candidates(own, index, access);
    return;
  }
  const documents = documentReader(own, access, chosen.needed);
  const rows = rowReader(own, index, access, chosen);
  for await (const page of ehrPages(own, index, access)) {
    const [one, ...more] = page;
    if (one && more.length === 0) {
      yield* completed([{ ehr: one, documents: await rows.ofEhr(one.ehrId) }], documents);
      continue;
    }
    const found = await documents.find(page.map(({ ehrId }) => ehrId));
    for (const ehrs of slices(page, ({ ehrId }) => found.get(ehrId)?.length ?? 0, DOCUMENTS)) {
      const names = ehrs.flatMap(({ ehrId }) => (found.get(ehrId) ?? []).map(({ objectId }) => ({ ehrId, objectId })));
      const read = Map.groupBy(names.length > 0 ? await rows.of(names) : [], ({ ehrId }) => ehrId);
      yield* completed(
        ehrs.map((ehr) => ({ ehr, documents: read.get(ehr.ehrId) ?? [] })),
        documents,
      );
    }
  }
}

/** The same with the documents that are missing. */
async function* completed(
  ehrs: readonly Candidate<DocumentRows>[],
  reader: DocumentReader,
): AsyncGenerator<ProjectedCandidate, void, undefined> {
  for (const some of slices(ehrs, (one) => missingOf(one).length, WHOLE_DOCUMENTS)) {
    const missing = some.flatMap(missingOf);
    const ids = [...new Set(missing.map(({ ehrId }) => ehrId))];
    const objectIds = missing.map(({ objectId }) => objectId);
    const whole = missing.length > 0 ? await reader.readOnly(ids, objectIds) : undefined;
    for (const { ehr, documents } of some) {
      const its = new Map(whole?.get(ehr.ehrId)?.map((document) => [document.objectId, document]));
      yield { ehr, documents: documents.flatMap(({ objectId, projected: rows }) => rows ?? its.get(objectId) ?? []) };
    }
  }
}

const missingOf = ({ documents }: Candidate<DocumentRows>): readonly DocumentRows[] =>
  documents.filter((document) => !document.projected);
