/** DISTINCT, ORDER BY and the window against their plain definition. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../../src/aql/evaluate/budget.ts';
import { createSink } from '../../../src/aql/evaluate/sink.ts';
import { compareNullable, sortKey, valueKey } from '../../../src/aql/values/index.ts';

const cell = fc.option(fc.integer({ min: 0, max: 5 }));
const input = fc.record({
  rows: fc.array(fc.tuple(cell, cell), { maxLength: 40 }),
  distinct: fc.boolean(),
  descending: fc.array(fc.boolean(), { maxLength: 2 }),
  offset: fc.nat({ max: 6 }),
  limit: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
  last: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
});

describe('a sink', () => {
  it('gives what sorting and cutting everything would give', () => {
    fc.assert(
      fc.property(input, ({ rows, distinct, descending, offset, limit, last }) => {
        const budget = createBudget({ clock: { now: () => 0 }, maxRows: 1000 });
        const window = {
          offset,
          ...(limit !== undefined && { limit: limit + 1 }),
          ...(last !== undefined && { last }),
        };
        const sink = createSink({ distinct, descending, keysAreCells: true, window, budget });
        for (const cells of rows) {
          if (sink.push({ cells, keys: descending.map((_, index) => sortKey(cells[index])) })) break;
        }
        const kept = distinct
          ? rows.filter((row, index) => rows.findIndex((one) => valueKey(one) === valueKey(row)) === index)
          : rows;
        const sorted = kept.toSorted((a, b) => {
          for (const [index, down] of descending.entries()) {
            const order = compareNullable(sortKey(a[index]), sortKey(b[index]), down);
            if (order !== 0) return order;
          }
          return 0;
        });
        const counted = last === undefined ? sorted : sorted.slice(-last);
        expect(sink.rows()).toEqual(counted.slice(offset, limit === undefined ? undefined : offset + limit + 1));
      }),
      { numRuns: 1000 },
    );
  });
});
