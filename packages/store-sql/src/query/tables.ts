/** The tables that queries look at, as far as both dialects have them; each store brings its own. */
import type { Column, Table } from '../drizzle.ts';

type With<Names extends string> = Table & { readonly [Name in Names]: Column };

/** Rows that belong to a document. Where keys lead with the EHR, its id is there, and a part of the document's name. */
export type DocumentRows = With<'documentKey'> & { readonly ehrId?: Column };

export interface QueryTables {
  readonly ehr: With<'ehrId' | 'timeCreated' | 'queryable'>;
  readonly versionedObject: With<'ehrId' | 'objectId' | 'latestNumber' | 'latestSystemId'>;
  readonly template: With<'templateKey' | 'templateId'>;
  readonly document: With<
    'ehrId' | 'documentKey' | 'objectId' | 'kind' | 'timeCommitted' | 'position' | 'templateKey' | 'indexed'
  >;
  readonly archetype: With<'archetypeKey' | 'archetypeId' | 'rmType'>;
  readonly root: DocumentRows & With<'number' | 'archetypeKey' | 'last'>;
  readonly leafPath: With<'pathKey' | 'archetypeKey' | 'path' | 'rmType' | 'units'>;
  readonly leaf: DocumentRows & With<'root' | 'pathKey' | 'position' | 'number' | 'text' | 'code'>;
}
