/** Queries over the documents of `random-documents.ts`, most of which find something. */
import * as fc from 'fast-check';
import {
  AMBIGUOUS_CODES,
  CODES,
  DEVICE,
  ENCOUNTER,
  NUMBERS,
  PRESSURE,
  REPORT,
  SCORE,
  TEXTS,
  TIMES,
} from './random-documents.ts';
import { ITEMS, quoted, SOME_EHR, SOME_SUBJECT } from './words.ts';

interface From {
  readonly text: string;
  /** By variable, the sort of what it stands for. */
  readonly variables: Readonly<Record<string, Sort>>;
}

type Sort = 'ehr' | 'composition' | 'observation' | 'cluster' | 'element' | 'version';

const c = fc.constantFrom('COMPOSITION c', `COMPOSITION c[${ENCOUNTER}]`, `COMPOSITION c[${ENCOUNTER}, 'ab']`);
const o = fc.constantFrom('OBSERVATION o', `OBSERVATION o[${PRESSURE}]`, `OBSERVATION o[${PRESSURE} or ${SCORE}]`);
const p = fc.constantFrom(`OBSERVATION p[${SCORE}]`, 'OBSERVATION p');
const junction = fc.constantFrom('AND', 'OR');

const composed = { c: 'composition', e: 'ehr' } as const;
const from: fc.Arbitrary<From> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(c, o).map(([one, two]): From => ({
      text: `EHR e CONTAINS ${one} CONTAINS ${two}`,
      variables: { ...composed, o: 'observation' },
    })),
  },
  { weight: 3, arbitrary: o.map((one): From => ({ text: one, variables: { o: 'observation' } })) },
  fc.tuple(c, o, junction, p).map(([one, two, and, three]): From => ({
    text: `EHR e CONTAINS ${one} CONTAINS (${two} ${and} ${three})`,
    variables: { ...composed, o: 'observation', p: 'observation' },
  })),
  fc.tuple(c, junction).map(([one, and]): From => ({
    text: `EHR e CONTAINS (${one} ${and} COMPOSITION d[${REPORT}])`,
    variables: { ...composed, d: 'composition' },
  })),
  c.map((one): From => ({ text: `EHR e CONTAINS ${one} NOT CONTAINS OBSERVATION[${SCORE}]`, variables: composed })),
  fc.constantFrom<From>(
    { text: `EHR e NOT CONTAINS COMPOSITION[${REPORT}]`, variables: { e: 'ehr' } },
    { text: 'EHR e', variables: { e: 'ehr' } },
    { text: `EHR e CONTAINS (COMPOSITION c OR EHR_STATUS s)`, variables: composed },
    { text: `OBSERVATION o CONTAINS CLUSTER k[${DEVICE}]`, variables: { o: 'observation', k: 'cluster' } },
    { text: 'COMPOSITION c CONTAINS CLUSTER k[at0007]', variables: { c: 'composition', k: 'cluster' } },
    { text: 'EHR e CONTAINS ELEMENT l[at0004]', variables: { e: 'ehr', l: 'element' } },
    { text: 'VERSION v CONTAINS COMPOSITION c', variables: { v: 'version', c: 'composition' } },
    { text: `FOLDER f CONTAINS COMPOSITION c[${ENCOUNTER}]`, variables: { c: 'composition' } },
    {
      text: `EHR e CONTAINS VERSION v[LATEST_VERSION] CONTAINS OBSERVATION o[${PRESSURE}]`,
      variables: { e: 'ehr', o: 'observation' },
    },
    {
      text: `EHR e CONTAINS FOLDER f CONTAINS VERSION v CONTAINS COMPOSITION c`,
      variables: { e: 'ehr', c: 'composition' },
    },
    { text: `SECTION s CONTAINS OBSERVATION o[${PRESSURE}]`, variables: { o: 'observation' } },
  ),
);

const tails = [
  'value',
  'value/magnitude',
  'value/magnitude',
  'value/value',
  'value/units',
  'value/defining_code/code_string',
  'value/defining_code',
];
const observed = [
  ...[
    '[at0004]',
    '[at0004]',
    '[at0004]',
    '[at0004]',
    '[at0005]',
    '',
    "[at0004, 'ab']",
    '[at0004 or at0005]',
    '[at0007]/items[at0004]',
    `[${DEVICE}]/items[at0004]`,
  ].flatMap((nodes) => tails.map((tail) => `${ITEMS}${nodes}/${tail}`)),
  'data/events/time',
  'data[at0001]/events[at0006]/time/value',
  'data[at0001]/events[at0006]/data[at0003]/items[at0004]/name/value',
];

const PATHS: Readonly<Record<Sort, readonly string[]>> = {
  ehr: ['ehr_id/value', 'time_created/value'],
  version: ['uid/value', 'commit_audit/time_committed/value'],
  composition: [
    'context/start_time',
    'context/start_time/value',
    'name/value',
    'composer/name',
    'archetype_details/template_id/value',
    'archetype_node_id',
    `content[${PRESSURE}]/${ITEMS}[at0004]/value/magnitude`,
    `content/${ITEMS}[at0004]/value`,
  ],
  observation: observed,
  cluster: ['items[at0004]/value', 'items/value/value', 'items[at0005]/value/magnitude'],
  element: tails,
};

const literal = fc.oneof(
  fc.constantFrom(...NUMBERS).map(String),
  fc.constantFrom(...TEXTS, ...TIMES, ...CODES, 'local::at0001', 'PT24H', 'encounter', 'report', 'mm[Hg]').map(quoted),
  fc.constantFrom('true', 'false'),
);

/** `terminology::code` */
const term = fc
  .tuple(fc.constantFrom('local', 'openehr'), fc.constantFrom(...CODES))
  .map((parts) => quoted(parts.join('::')));

/** What a path is likely to lead to. */
function fittingLiteral(path: string): fc.Arbitrary<string> {
  if (path.endsWith('/magnitude')) return fc.constantFrom(...NUMBERS).map(String);
  if (/time(\/value)?$/.test(path)) return fc.constantFrom(...TIMES).map(quoted);
  if (path.endsWith('/code_string')) return fc.constantFrom(...CODES, ...AMBIGUOUS_CODES).map(quoted);
  if (/(?:items(?:\[[^/]*\])?|l)\/value$/.test(path)) return fc.oneof({ weight: 3, arbitrary: literal }, term);
  if (/template_id|name/.test(path)) return fc.constantFrom('encounter', 'report', ...TEXTS).map(quoted);
  return literal;
}

const pathOf = ({ variables }: From): fc.Arbitrary<string> =>
  fc
    .constantFrom(...Object.entries(variables))
    .chain(([name, sort]) => fc.constantFrom(...PATHS[sort]).map((path) => `${name}/${path}`));

const comparison = (path: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: path.chain((one) =>
        fc
          .tuple(fc.constantFrom('=', '<', '<=', '>', '>=', '!='), fittingLiteral(one))
          .map(([op, value]) => `${one} ${op} ${value}`),
      ),
    },
    fc.tuple(path, fc.constantFrom('=', '<=', '>'), literal).map((parts) => parts.join(' ')),
    fc.tuple(literal, fc.constantFrom('=', '<', '>='), path).map(([value, op, one]) => `${one} ${op} ${value}`),
    fc
      .tuple(path, fc.constantFrom('a*', 'l?ng*', '*b', '2020-0?*', 'long long*'))
      .map(([one, like]) => `${one} LIKE '${like}'`),
    fc.tuple(path, literal, literal).map(([one, x, y]) => `${one} MATCHES {${x}, ${y}}`),
    path.chain((one) =>
      fc.tuple(fittingLiteral(one), fittingLiteral(one)).map(([x, y]) => `${one} BETWEEN ${x} AND ${y}`),
    ),
    path.map((one) => `EXISTS ${one}`),
    path.map((one) => `NOT EXISTS ${one}`),
    path.map((one) => `LENGTH(${one}) IS NULL`),
  );

const condition = (path: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: comparison(path) },
    fc.tuple(comparison(path), junction, comparison(path)).map((parts) => parts.join(' ')),
    fc.tuple(comparison(path), comparison(path), comparison(path)).map(([x, y, z]) => `${x} AND (${y} OR ${z})`),
    comparison(path).map((one) => `NOT (${one})`),
  );

/** A query as AQL text. */
export const randomQuery: fc.Arbitrary<string> = from.chain((one) => {
  const path = pathOf(one);
  const name = Object.keys(one.variables)[0] ?? 'e';
  return fc
    .tuple(
      fc.oneof(
        { weight: 3, arbitrary: fc.array(path, { minLength: 1, maxLength: 3 }).map((paths) => paths.join(', ')) },
        fc.constant('COUNT(*)'),
        path.map((at) => `COUNT(${at}), MIN(${at}), MAX(${at})`),
        path.map((at) => `DISTINCT ${at}`),
        fc.constant(name === 'o' ? 'o' : `${name}, COUNT(*)`),
      ),
      fc.option(condition(path), { freq: 4 }),
      fc.option(fc.tuple(path, fc.constantFrom('ASC', 'DESC'))),
      fc.option(fc.constantFrom('LIMIT 1', 'LIMIT 3', 'LIMIT 3 OFFSET 2')),
    )
    .map(([select, where, order, limit]) =>
      [
        `SELECT ${select} FROM ${one.text}`,
        ...(where === null ? [] : [`WHERE ${where}`]),
        ...(order === null || /COUNT|DISTINCT/.test(select) ? [] : [`ORDER BY ${order.join(' ')}`]),
        ...(limit === null ? [] : [limit]),
      ].join(' '),
    );
});

const subject = 'subject/external_ref';

/** Queries that name EHRs, by their id or by their subject. */
export const namingQuery: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      'EHR e CONTAINS COMPOSITION c',
      'EHR e CONTAINS EHR_STATUS s CONTAINS ITEM_TREE t',
      'EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c',
      'EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS EHR_STATUS s',
      'EHR e CONTAINS EHR_STATUS s',
      `EHR e[ehr_status/${subject}/id/value = '${SOME_SUBJECT}'] CONTAINS COMPOSITION c`,
      `EHR e[ehr_id/value = '${SOME_EHR}'] CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c`,
    ),
    fc.constantFrom(
      '',
      ` WHERE e/ehr_id/value = '${SOME_EHR}'`,
      ` WHERE '${SOME_EHR}' = e/ehr_id/value`,
      ` WHERE (e/ehr_id/value = '${SOME_EHR}' AND e/time_created/value > '1900') OR e/ehr_id/value = 'none'`,
      ` WHERE '${SOME_SUBJECT}' = e/ehr_status/${subject}/id/value`,
      ` WHERE e/ehr_status/${subject}/id/value = '${SOME_SUBJECT}'`,
      ` WHERE e/ehr_status/${subject}/id/value = '${SOME_SUBJECT}' AND e/ehr_status/${subject}/namespace = 'tests'`,
      ` WHERE e/ehr_status/${subject}/id/value = '${SOME_SUBJECT}' AND e/ehr_status/${subject}/namespace = 'none'`,
      ` WHERE e/ehr_status/${subject}/id/value MATCHES {'${SOME_SUBJECT}', 'nobody'}`,
      ` WHERE e/ehr_status/${subject}/id/value = 'nobody'`,
      ` WHERE NOT e/ehr_status/${subject}/id/value = '${SOME_SUBJECT}'`,
    ),
  )
  .map(([one, where]) => `SELECT e/ehr_id/value, COUNT(*) FROM ${one}${where}`);

const START = 'c/context/start_time';

const itemPaths = [
  ...['at0004', 'at0004', 'at0005', 'at0004 or at0005', 'at0007'].flatMap((ids) =>
    [
      'value/magnitude',
      'value/magnitude',
      'value/units',
      'value/value',
      'value/id',
      `value/defining_code/code_string`,
    ].map((tail) => `o/${ITEMS}[${ids}]/${tail}`),
  ),
  `o/${ITEMS}[at0007]/items[at0004]/value/magnitude`,
  'o/data[at0001]/events[at0006]/time/value',
];
const documentPaths = ['e/ehr_id/value', 'c/uid/value', `${START}/value`, 'c/name/value', 'c/composer/name'];
const leafPath = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...itemPaths) }, fc.constantFrom(...documentPaths));

/** Compared as wholes. */
const wholeLeaf = fc.constantFrom(`o/${ITEMS}[at0004]/value`, 'o/data[at0001]/events[at0006]/time', START);

/** Queries that read nothing but roots and leaves of the index. */
export const projectableQuery: fc.Arbitrary<string> = fc
  .record({
    composition: c,
    observation: fc.constantFrom(
      `OBSERVATION o[${PRESSURE}]`,
      `OBSERVATION o[${PRESSURE} or ${SCORE}]`,
      `(OBSERVATION o[${PRESSURE}] AND OBSERVATION p[${SCORE}])`,
      `(OBSERVATION o[${PRESSURE}] OR OBSERVATION p[${SCORE}])`,
      `OBSERVATION o[${PRESSURE}] CONTAINS CLUSTER k[${DEVICE}]`,
      `OBSERVATION o[${PRESSURE}] NOT CONTAINS CLUSTER k[${DEVICE}]`,
    ),
    columns: fc.oneof(
      { weight: 3, arbitrary: fc.array(leafPath, { minLength: 1, maxLength: 3 }).map((paths) => paths.join(', ')) },
      leafPath.map((path) => `DISTINCT ${path}`),
      fc.tuple(leafPath, leafPath).map(([x, y]) => `${x}, COUNT(*), COUNT(${y}), MAX(${y})`),
    ),
    where: fc.option(condition(fc.oneof({ weight: 3, arbitrary: leafPath }, wholeLeaf))),
    order: fc.option(fc.tuple(fc.oneof(leafPath, wholeLeaf), fc.constantFrom('ASC', 'DESC'))),
    limit: fc.option(fc.constantFrom('LIMIT 1', 'LIMIT 3', 'LIMIT 2 OFFSET 1')),
  })
  .map(({ composition, observation, columns, where, order, limit }) =>
    [
      `SELECT ${columns} FROM EHR e CONTAINS ${composition} CONTAINS ${observation}`,
      ...(where === null ? [] : [`WHERE ${where}`]),
      ...(order === null || /COUNT|DISTINCT/.test(columns) ? [] : [`ORDER BY ${order.join(' ')}`]),
      ...(limit === null ? [] : [limit]),
    ].join(' '),
  );
