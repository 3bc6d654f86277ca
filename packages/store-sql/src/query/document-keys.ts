/** How index rows name their document: by a key alone, or, where rows are kept together by EHR, by the EHR and a key. */
import { and, eq, sql, type Column, type SQL } from '../drizzle.ts';
import type { DocumentRows, QueryTables } from './tables.ts';

export interface DocumentKeys {
  sameDocument(one: DocumentRows, other: DocumentRows): SQL | undefined;
  /** That rows belong to documents of EHRs for whose ids the condition holds. */
  ofEhrs(rows: DocumentRows, condition: (ehrId: Column) => SQL): SQL;
  /** A query for the names of documents and one more column, and that a document has such a name, when the query is called `of`. */
  namesOf(rows: DocumentRows, condition: SQL, more: SQL): SQL;
  isNamed(document: DocumentRows, of: SQL): SQL;
  /** A query for what `isEhrOf` needs of such rows. */
  keysOf(rows: DocumentRows, condition: SQL): SQL;
  /** That the EHR with this id has one of such rows. */
  isEhrOf(ehrId: Column, keys: SQL): SQL;
}

export function documentKeys({ document, root }: QueryTables): DocumentKeys {
  if (root.ehrId === undefined) {
    return {
      sameDocument: (one, other) => eq(one.documentKey, other.documentKey),
      ofEhrs: (rows, condition) =>
        sql`${rows.documentKey} in (select ${document.documentKey} from ${document} where ${condition(document.ehrId)})`,
      namesOf: (rows, condition, more) => sql`select ${rows.documentKey} as k, ${more} from ${rows} where ${condition}`,
      isNamed: ({ documentKey }, of) => sql`${documentKey} = ${of}.k`,
      keysOf: (rows, condition) => sql`select ${rows.documentKey} from ${rows} where ${condition}`,
      isEhrOf: (ehrId, keys) =>
        sql`${ehrId} in (select ${document.ehrId} from ${document} where ${document.documentKey} in (${keys}))`,
    };
  }
  const ehrOf = ({ ehrId = document.ehrId }: DocumentRows): Column => ehrId;
  return {
    sameDocument: (one, other) => and(eq(ehrOf(one), ehrOf(other)), eq(one.documentKey, other.documentKey)),
    ofEhrs: (rows, condition) => condition(ehrOf(rows)),
    namesOf: (rows, condition, more) =>
      sql`select ${ehrOf(rows)} as e, ${rows.documentKey} as k, ${more} from ${rows} where ${condition}`,
    isNamed: (rows, of) => sql`${ehrOf(rows)} = ${of}.e and ${rows.documentKey} = ${of}.k`,
    keysOf: (rows, condition) => sql`select ${ehrOf(rows)} from ${rows} where ${condition}`,
    // As a list that is made once, so that no planner goes through all EHRs to look for each of them.
    isEhrOf: (ehrId, keys) => sql`${ehrId} = any (array(${keys}))`,
  };
}
