/** Which statements a query runs; for EXPLAIN. */
import type { ExplainedQuestion } from '@cairn/core';
import { candidates } from './candidates.ts';
import type { Connection } from './connection.ts';
import { PURPOSES, type IndexReader } from './index-reader.ts';
import { projected } from './projections.ts';

/** The statements of an answer from the index alone, or those that lead to the first candidates; without values. */
export async function explainQuery(
  { snapshot }: Connection,
  index: IndexReader,
  question: ExplainedQuestion,
): Promise<readonly string[]> {
  const used = new Set<string>();
  const own = await snapshot({ purpose: PURPOSES[question.kind], heard: (statement) => void used.add(statement) });
  try {
    switch (question.kind) {
      case 'candidates':
        await candidates(own, index, question.access).next();
        break;
      case 'projected':
        await projected(own, index, question.access, question.projection).next();
        break;
      case 'count':
      case 'numbers':
      case 'groups':
      case 'rows':
        await index.answer<unknown>(own, (access) => access[question.kind](question.query));
    }
  } finally {
    await own.end();
  }
  return [...used];
}
