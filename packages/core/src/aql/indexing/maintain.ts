/** The index as a whole: made anew from the documents, and compared with them. */
import type { DocumentIndex, IndexLeaf } from '../../ports/document-index.ts';
import type { QueryDocument } from '../../ports/query.ts';
import type { IndexReplacement, Store, VersionedKind } from '../../ports/store.ts';
import { parseDocument } from '../evaluate/document.ts';
import { indexDocument } from './index-document.ts';

export interface ReindexReport {
  /** Documents looked at: the latest version of every object that is not deleted. */
  readonly documents: number;
  /** Those that can't be indexed; every query looks at them. */
  readonly notIndexable: number;
}

export interface IndexVerification {
  readonly documents: number;
  /** Documents without index rows although they could have some; `reindex` gives them some. */
  readonly unindexed: number;
  /** Documents whose index rows are not what the document says. */
  readonly differing: readonly { readonly ehrId: string; readonly objectId: string }[];
}

type Maintained = Pick<Store, 'queries' | 'admin'>;

/** So many documents are indexed in one transaction; commits have their turn in between. */
const BATCH = 50;

const ALL: ReadonlySet<VersionedKind> = new Set<VersionedKind>(['COMPOSITION', 'EHR_STATUS', 'FOLDER']);

/** Makes the index rows of all documents anew, while the store is in use. `onProgress` gets the number of documents so far. */
export async function reindexAll(store: Maintained, onProgress?: (documents: number) => void): Promise<ReindexReport> {
  let documents = 0;
  let notIndexable = 0;
  let batch: IndexReplacement[] = [];
  const flush = async (): Promise<void> => {
    await store.admin.replaceIndexes(batch);
    documents += batch.length;
    batch = [];
    onProgress?.(documents);
  };
  for await (const { ehrId, version } of allDocuments(store)) {
    const index = indexOf(version);
    if (!index) notIndexable += 1;
    batch.push({ ehrId, objectId: version.objectId, timeCommitted: version.timeCommitted, index });
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return { documents, notIndexable };
}

/** Compares the index rows of all documents with what the documents say. Not while others write: what changes meanwhile differs. */
export async function verifyIndex(store: Maintained): Promise<IndexVerification> {
  const differing: { readonly ehrId: string; readonly objectId: string }[] = [];
  let documents = 0;
  let unindexed = 0;
  for await (const { ehrId, version } of allDocuments(store)) {
    const { objectId } = version;
    const wanted = indexOf(version);
    const stored = await store.admin.indexOf(ehrId, objectId);
    documents += 1;
    if (wanted && !stored) unindexed += 1;
    else if (fingerprint(wanted) !== fingerprint(stored)) differing.push({ ehrId, objectId });
  }
  return { documents, unindexed, differing };
}

async function* allDocuments({
  queries,
}: Maintained): AsyncGenerator<{ readonly ehrId: string; readonly version: QueryDocument }, void, undefined> {
  for await (const { ehr, documents } of queries.candidates({ hiddenToo: true, allVersions: false, kinds: ALL })) {
    for (const version of documents) yield { ehrId: ehr.ehrId, version };
  }
}

const indexOf = ({ document, kind }: QueryDocument): DocumentIndex | undefined =>
  document && indexDocument(parseDocument(document), kind);

function fingerprint(index: DocumentIndex | undefined): string {
  if (!index) return '';
  const roots = index.roots.map(({ archetypeId, rmType, parent, last }) => [archetypeId, rmType, parent, last]);
  return JSON.stringify([roots, index.leaves.map(leafText).sort()]);
}

const leafText = ({ root, path, rmType, units = '', position, number, text, code }: IndexLeaf): string =>
  JSON.stringify([root, path, rmType, units, position, number, text, code]);
