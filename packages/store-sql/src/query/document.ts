/** Documents on their way from the tables to the evaluator. */
import type { QueryDocument } from '@cairn/core';
import { decompressNow } from '../codec.ts';

/** A document that is still compressed; null: a deletion. Fit for structured cloning. */
export interface CompressedDocument extends Omit<QueryDocument, 'document'> {
  readonly frame: Uint8Array | null;
}

/** A document is unpacked whenever it is asked for: who asks keeps what was made of it, and only as long as it is of use. */
export function openedDocument({ frame, ...record }: CompressedDocument): QueryDocument {
  return {
    ...record,
    get document() {
      return frame === null ? undefined : decompressNow(frame);
    },
  };
}
