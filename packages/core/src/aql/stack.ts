import { CdrError } from '../errors.ts';

/**
 * Work on the tree of a query, which goes as deep as the query does. What is deeper than the stack is refused as a query, not
 * reported as a fault of the program.
 *
 * @throws CdrError `invalid_query`.
 */
export function withinStack<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CdrError('invalid_query', 'The query is too deeply nested', {}, { cause: error });
  }
}
