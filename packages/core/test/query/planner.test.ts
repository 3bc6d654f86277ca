import { describe, expect, test } from 'vitest';
import { LexicalNumber } from '../../src/json/index.ts';
import { createPlanner, type PlanOptions } from '../../src/query/planner.ts';

const Q = "SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $p OR c/name/value = 'x'";
const EHR = '7d44b88c-4199-4bad-97dc-d78268e01398';
const planner = () => createPlanner({ now: () => 0 }, {});

describe('a plan is made once for a query', () => {
  test.each<[string, PlanOptions]>([
    ['with a text', { parameters: { p: 'x' } }],
    ['with a number as it is written', { parameters: { p: new LexicalNumber('1.50') } }],
    ['with surplus parameters', { parameters: { p: 'x', q: [1, null, true] } }],
    ['with texts', { textParameters: { p: 'x' } }],
    ['with a page', { parameters: { p: 'x' }, offset: 1, fetch: 2 }],
    ['in one EHR', { parameters: { p: 'x' }, ehrId: EHR }],
  ])('%s', (_, options) => {
    const plan = planner();
    expect(plan(Q, copyOf(options))).toBe(plan(Q, copyOf(options)));
  });
});

/** Options are told apart by what is in them. */
function copyOf({ parameters, ...options }: PlanOptions): PlanOptions {
  return { ...options, ...(parameters && { parameters: { ...parameters } }) };
}

describe('a plan is made anew', () => {
  test.each<[string, string, PlanOptions]>([
    ['for another text', `${Q} `, { parameters: { p: 'x' } }],
    ['for another value', Q, { parameters: { p: 'y' } }],
    ['for a value of another kind', Q, { parameters: { p: 1 } }],
    ['for a page', Q, { parameters: { p: 'x' }, fetch: 2 }],
    ['for another page', Q, { parameters: { p: 'x' }, offset: 2 }],
    ['in one EHR', Q, { parameters: { p: 'x' }, ehrId: EHR }],
    ['for a parameter as text', Q, { textParameters: { p: 'x' } }],
  ])('%s', (_, q, options) => {
    const plan = planner();
    const first = plan(Q, { parameters: { p: 'x' } });
    expect(plan(q, options)).not.toBe(first);
  });

  test('for values that have no text of their own', () => {
    const plan = planner();
    expect(plan(Q, { parameters: { p: Number.NaN } })).not.toBe(plan(Q, { parameters: { p: Number.NaN } }));
    expect(plan(Q, { parameters: { p: null } })).not.toBe(plan(Q, { parameters: { p: Number.NaN } }));
  });
});

test('a query deeper than the stack is refused as a query', () => {
  const chain = `+${Array(999).fill('LENGTH(c/name/value)').join('+')}`;
  const q = `SELECT ${'('.repeat(30)}1${`${chain})`.repeat(30)} FROM COMPOSITION c`;
  expect(() => planner()(q, {})).toThrow(expect.objectContaining({ code: 'invalid_query' }));
});

test('what is wrong is said every time', () => {
  const plan = planner();
  for (let time = 0; time < 2; time += 1) {
    expect(() => plan(Q, {})).toThrow('$p has no value');
    expect(() => plan(Q, { parameters: { p: 'x' }, ehrId: 'none' })).toThrow('UUID');
    expect(() => plan(Q, { parameters: { p: 'x' }, fetch: -1 })).toThrow('fetch');
  }
});
