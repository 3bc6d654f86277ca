/** The documents of an EHR by the index rows that a query reads; those for which rows do not do, as they are. */
import type { Projection, QueryAccess } from '@cairn/core';
import type { CompressedDocument, Legend, PackedDocument } from '@cairn/store-sql';
import type { DocumentReader } from './candidates.ts';
import { and } from './drizzle.ts';
import type { IndexReader } from './index-reader.ts';
import { document } from './schema.ts';
import { matches } from './statement.ts';

export interface ProjectionReading {
  readonly legend: Legend;
  documents(ehrId: string): readonly (CompressedDocument | PackedDocument)[];
}

/** Undefined when documents are read sooner. */
export type ProjectionReader = (access: QueryAccess, projection: Projection) => ProjectionReading | undefined;

export function projectionReader(index: IndexReader, documents: DocumentReader): ProjectionReader {
  const ofEhr = matches(document.ehrId, 'ehrId');
  return (access, projection) => {
    const rows = index.projected(access, projection);
    if (!rows) return undefined;
    const need = access.narrowing?.documents;
    const key = `${rows.key} ${JSON.stringify(need)}`;
    const build = () => rows.statement(and(ofEhr, need && index.narrowed(need)));
    return {
      legend: rows.legend,
      documents: (ehrId) =>
        rows
          .documents(index.rawRows(key, build, { ehrId }))
          .flatMap(({ documentKey, packed }): readonly (CompressedDocument | PackedDocument)[] =>
            packed ? [packed] : documents.one(ehrId, documentKey),
          ),
    };
  };
}
