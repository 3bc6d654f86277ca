/** What the main thread asks a query thread, and what it gets. */
import type { ErrorCode, IndexQuery, Projection, QueryAccess } from '@cairn/core';

export type Question =
  /** Gives the first slice of candidates. */
  | { readonly id: number; readonly kind: 'begin'; readonly access: QueryAccess }
  /** Gives the legend, and the first slice of documents by their rows. */
  | {
      readonly id: number;
      readonly kind: 'project';
      readonly access: QueryAccess;
      readonly projection: Projection;
    }
  | { readonly id: number; readonly kind: 'next' | 'end' }
  | { readonly id: number; readonly kind: 'count' | 'numbers' | 'groups'; readonly query: IndexQuery }
  | { readonly id: number; readonly kind: 'rows'; readonly query: IndexQuery; readonly limit: number | undefined };

export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly refused: { readonly code: ErrorCode | undefined; readonly message: string } };
