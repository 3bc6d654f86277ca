/** Queries of the shapes that index rows alone may answer, over the documents of `random-documents.ts`. */
import * as fc from 'fast-check';
import { AMBIGUOUS_CODES, CODES, ENCOUNTER, NUMBERS, PRESSURE, SCORE, TEXTS, TIMES } from './random-documents.ts';
import { ITEMS, quoted, SOME_EHR } from './words.ts';

const value = `o/${ITEMS}[at0004]/value`;
const rate = `${value}/magnitude`;
const text = `${value}/value`;
const code = `${value}/defining_code/code_string`;
const start = 'c/context/start_time';

const rateBound = fc
  .tuple(fc.constantFrom('=', '<', '<=', '>', '>='), fc.constantFrom(...NUMBERS))
  .map(([op, number]) => `${rate} ${op} ${number}`);
const startBound = fc
  .tuple(fc.constantFrom('=', '<', '<=', '>', '>='), fc.constantFrom(...TIMES, '2020-', ''))
  .map(([op, time]) => `${start}/value ${op} '${time}'`);

const oneOf = (path: string, values: readonly string[]): fc.Arbitrary<string> => {
  const one = fc.constantFrom(...values).map(quoted);
  return fc.oneof(
    one.map((own) => `${path} = ${own}`),
    one.map((own) => `${own} = ${path}`),
    fc.array(one, { minLength: 1, maxLength: 3 }).map((some) => `${path} MATCHES {${some.join(', ')}}`),
  );
};
const words = fc.oneof(
  { weight: 3, arbitrary: oneOf(code, CODES) },
  { weight: 2, arbitrary: oneOf(text, [...TEXTS, '2020-01-01', 'P1D']) },
  oneOf(code, [...CODES, ...AMBIGUOUS_CODES]),
);

interface Shape {
  readonly columns: string;
  readonly bounds: readonly string[];
}

const shapeOf = (columns: readonly string[], bound: fc.Arbitrary<string>, least: number): fc.Arbitrary<Shape> =>
  fc
    .record({
      columns: fc.constantFrom(...columns),
      bounds: fc.array(fc.oneof({ weight: 2, arbitrary: bound }, startBound), { maxLength: 3 - least }),
      ...(least > 0 && { own: bound }),
    })
    .map(({ columns: shown, bounds, own }) => ({
      columns: shown,
      bounds: own === undefined ? bounds : [own, ...bounds],
    }));

const ofNumbers = shapeOf(
  [
    'COUNT(*)',
    `COUNT(*), COUNT(${rate})`,
    `COUNT(*), COUNT(${rate}), MIN(${rate}), MAX(${rate})`,
    `SUM(${rate}), AVG(${rate}), COUNT(DISTINCT ${rate}), SUM(DISTINCT ${rate})`,
    rate,
    `e/ehr_id/value, ${rate}, ${value}/units`,
    `c/uid/value, ${start}/value, ${rate}`,
    `DISTINCT ${rate} AS r`,
    'c/uid/value',
    'DISTINCT e/ehr_id/value',
    'COUNT(DISTINCT e/ehr_id/value), COUNT(*)',
    'e/ehr_id/value AS r, COUNT(*)',
    `COUNT(*) AS r, e/ehr_id/value, COUNT(${rate}), SUM(${rate})`,
    `e/ehr_id/value, AVG(${rate}) AS r, MAX(${rate}), COUNT(DISTINCT ${rate})`,
  ],
  rateBound,
  0,
);

/** With a condition on a text or a code, or on both. */
const ofWords = shapeOf(
  [
    'COUNT(*)',
    'COUNT(*)',
    `COUNT(${code})`,
    `COUNT(${text}), COUNT(*)`,
    'COUNT(e/ehr_id/value)',
    'COUNT(DISTINCT e/ehr_id/value)',
    'COUNT(*), COUNT(DISTINCT e/ehr_id/value)',
    'e/ehr_id/value AS r, COUNT(*)',
    `COUNT(${code}) AS r, e/ehr_id/value`,
    'e/ehr_id/value, c/uid/value',
    `e/ehr_id/value, c/uid/value, ${start}/value`,
    'DISTINCT e/ehr_id/value',
    code,
    text,
    `${code}, ${text}, ${value}/defining_code/terminology_id/value`,
    `${rate}, ${code}, c/uid/value`,
    `DISTINCT ${code} AS r`,
  ],
  words,
  1,
);

/** All values at the path, whatever they are, and none. */
const ofAll = shapeOf([code, `c/uid/value, ${text}`, `${code}, ${rate}`, `DISTINCT ${code} AS r`], startBound, 0);

const roots = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.oneof(ofNumbers, ofWords, ofAll), fc.constant(`CONTAINS OBSERVATION o[${PRESSURE}]`)),
  },
  fc.tuple(
    shapeOf(
      [
        'COUNT(*)',
        'COUNT(DISTINCT e/ehr_id/value)',
        'c/uid/value',
        'e/ehr_id/value AS r, COUNT(*)',
        `e/ehr_id/value, ${start}/value`,
      ],
      startBound,
      0,
    ),
    fc.constantFrom('', `NOT CONTAINS OBSERVATION o[${PRESSURE}]`, `NOT CONTAINS OBSERVATION[${SCORE}]`),
  ),
);

export const coverableQuery: fc.Arbitrary<string> = fc
  .record({
    ehr: fc.constantFrom('EHR e', 'EHR e', 'EHR e', `EHR e[ehr_id/value='${SOME_EHR}']`),
    composition: fc.constantFrom('COMPOSITION c', `COMPOSITION c[${ENCOUNTER}]`),
    shape: roots,
    order: fc.option(fc.constantFrom(rate, code, text, start, `${start}/value`)),
    direction: fc.constantFrom('ASC', 'DESC'),
    limit: fc.option(fc.constantFrom('LIMIT 1', 'LIMIT 3', 'LIMIT 2 OFFSET 1')),
  })
  .map(({ ehr, composition, shape: [{ columns, bounds }, inner], order, direction, limit }) => {
    const hasValues = inner.startsWith('CONTAINS');
    const own = order === null || (order.startsWith('o/') && !hasValues) ? undefined : order;
    const by = columns.includes(' AS r') ? 'r' : /\(|DISTINCT/.test(columns) ? undefined : own;
    return [
      `SELECT ${columns} FROM ${ehr} CONTAINS ${composition}`,
      ...(inner === '' ? [] : [inner]),
      ...(bounds.length === 0 ? [] : [`WHERE ${bounds.join(' AND ')}`]),
      ...(order === null || by === undefined ? [] : [`ORDER BY ${by} ${direction}`]),
      ...(limit === null ? [] : [limit]),
    ].join(' ');
  });
