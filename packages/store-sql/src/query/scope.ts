/** The rows that a question is about, as far as they are those of certain EHRs and compositions. */
import { aliasedTable, and, sql, type Column, type SQL } from '../drizzle.ts';
import { always, inKeys, isAmong, within } from './conditions.ts';
import type { QueryDialect } from './dialect.ts';
import { documentKeys } from './document-keys.ts';
import { boundsOf, pathKeys, type Question } from './question.ts';
import type { DocumentRows } from './tables.ts';

export interface Scope {
  /** On ids of EHRs: they are among those that are asked about; undefined: all are. */
  asked(ehrId: Column, question: Question): SQL | undefined;
  /** On index rows: documents of EHRs that the query may see, of the compositions that it asks for. */
  within(rows: DocumentRows, question: Question): SQL;
  /** On index rows: their composition is one of those asked for, by its archetype; undefined: all are. */
  ofCompositions(rows: DocumentRows, question: Question): SQL | undefined;
  /** On index rows: their composition does not contain what it must not; undefined: it may contain anything. */
  excluding(rows: DocumentRows, question: Question): SQL | undefined;
  /** On index rows: their composition starts when it should; undefined: it may start at any time. */
  starting(rows: DocumentRows, question: Question): SQL | undefined;
}

export function scopeOf(dialect: QueryDialect): Scope {
  const { tables, isFalse } = dialect;
  const { ehr, leaf, root } = tables;
  const { sameDocument, ofEhrs } = documentKeys(tables);
  const hidden = sql`select ${ehr.ehrId} from ${ehr} where ${isFalse(ehr.queryable)}`;
  const [c, s] = [aliasedTable(root, 'c'), aliasedTable(leaf, 's')];
  const startBounds = boundsOf(dialect, 'start', leaf.text);

  function ofCompositions(rows: DocumentRows, { query, compositions }: Question): SQL | undefined {
    if (!query.compositionArchetypeIds) return undefined;
    const its = and(sameDocument(c, rows), sql`${c.number} = 0`, inKeys(c.archetypeKey, compositions));
    return sql`exists (select 1 from ${root} ${c} where ${its})`;
  }

  function excluding(rows: DocumentRows, { query, excluded }: Question): SQL | undefined {
    if (!query.without) return undefined;
    const its = and(sameDocument(c, rows), inKeys(c.archetypeKey, excluded));
    return sql`not exists (select 1 from ${root} ${c} where ${its})`;
  }

  function starting(rows: DocumentRows, { query: { start }, starts }: Question): SQL | undefined {
    if (!start) return undefined;
    const its = and(
      sameDocument(s, rows),
      sql`${s.root} = 0`,
      inKeys(s.pathKey, pathKeys(starts)),
      within(start, s.text, startBounds),
    );
    return sql`exists (select 1 from ${leaf} ${s} where ${its})`;
  }

  const asked: Scope['asked'] = (ehrId, { ehrIds }) => isAmong(dialect, ehrId, ehrIds);

  return {
    asked,
    ofCompositions,
    excluding,
    starting,
    within(rows, question) {
      const { ehrIds, state } = question;
      return (
        and(
          ofCompositions(rows, question),
          excluding(rows, question),
          starting(rows, question),
          ehrIds && ofEhrs(rows, (ehrId) => asked(ehrId, question) ?? always),
          !ehrIds && state.anyHidden ? sql`not ${ofEhrs(rows, (ehrId) => sql`${ehrId} in (${hidden})`)}` : undefined,
        ) ?? always
      );
    },
  };
}
