/** Which statements a query runs; for EXPLAIN. */
import type { ExplainedQuestion } from '@cairn/core';
import type { Connection } from './connection.ts';
import { nextSlice, queryReader } from './query-reader.ts';

/** The statements of an answer from the index alone, or those that lead to the first candidates; without values. */
export function explainQuery({ client, orm }: Connection, question: ExplainedQuestion): readonly string[] {
  const used = new Set<string>();
  const prepare = client.prepare.bind(client);
  const recorded = (source: string): ReturnType<typeof prepare> => {
    const statement = prepare(source);
    const { all, get } = statement;
    statement.all = (...values) => {
      used.add(source);
      return all.apply(statement, values);
    };
    statement.get = (...values) => {
      used.add(source);
      return get.apply(statement, values);
    };
    return statement;
  };
  client.prepare = recorded as typeof prepare;
  try {
    const reader = queryReader(orm);
    switch (question.kind) {
      case 'candidates':
        nextSlice(reader.candidates(question.access));
        break;
      case 'projected':
        nextSlice(reader.projected(question.access, question.projection).candidates);
        break;
      case 'count':
      case 'numbers':
      case 'groups':
      case 'rows':
        reader.index[question.kind](question.query);
    }
  } finally {
    client.prepare = prepare;
  }
  return [...used];
}
