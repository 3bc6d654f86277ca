/** Does a result meet the expectation of a suite? */
import { isDeepStrictEqual } from 'node:util';
import { rmAttribute, rmClass } from '../../../src/rm/index.ts';
import type { JsonValue } from '../../../src/json/index.ts';
import type { ResultSet } from '../../../src/query/index.ts';
import type { Expected } from './suites.ts';

type Plain = string | number | boolean | null | undefined | Plain[] | { [key: string]: Plain };

/** What is wrong, as sentences; empty when nothing is. */
export function judge(expected: Expected, result: ResultSet): string[] {
  const problems: string[] = [];
  const body = JSON.parse(JSON.stringify(result)) as Plain;
  if (expected.row_count !== undefined && expected.row_count !== result.rows.length) {
    problems.push(`expected ${expected.row_count} rows, got ${result.rows.length}`);
  }
  if (expected.result?.rows) problems.push(...judgeResult(expected, result));
  for (const { path, equals, contains, matches } of expected.cells ?? []) {
    const text = textOf(at(body, path));
    if (equals !== undefined && text !== textOf(equals as Plain))
      problems.push(`${path.join('/')}: expected ${textOf(equals as Plain)}, got ${text}`);
    if (contains !== undefined && !text.includes(contains)) problems.push(`${path.join('/')} lacks ${contains}`);
    if (matches !== undefined && !new RegExp(matches).test(text))
      problems.push(`${path.join('/')} does not match ${matches}`);
  }
  for (const { path, length } of expected.lengths ?? []) {
    const value = at(body, path);
    const own = Array.isArray(value) ? value.length : Object.keys(value ?? {}).length;
    if (own !== length) problems.push(`${path.join('/')}: expected length ${length}, got ${own}`);
  }
  for (const { path, key } of expected.has_keys ?? []) {
    if (at(body, [...path, key]) === undefined) problems.push(`${path.join('/')} has no ${key}`);
  }
  for (const { path, key } of expected.lacks_keys ?? []) {
    if (at(body, [...path, key]) !== undefined) problems.push(`${path.join('/')} has ${key}`);
  }
  return problems;
}

const at = (body: Plain, path: readonly (string | number)[]): Plain =>
  path.reduce<Plain>((value, step) => (value as Record<string, Plain> | undefined)?.[step], body);

const textOf = (value: Plain): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));

function judgeResult(expected: Expected, actual: ResultSet): string[] {
  const {
    exclude_paths: excluded = [],
    ignore_order: ignoreOrder = false,
    ignore_string_case: ignoreCase = false,
  } = expected;
  const wanted = expected.result?.rows ?? [];
  const untyped = untypedColumns(wanted);
  const prepare = (rows: readonly (readonly JsonValue[])[]): Plain[] => {
    const plain = JSON.parse(JSON.stringify(rows)) as Plain[][];
    const cells = plain.map((row) =>
      row.map((cell, column) => {
        const normal = normal_(cell);
        if (untyped.has(column) && isObject(normal)) delete normal['_type'];
        return normal;
      }),
    );
    for (const path of excluded) {
      const steps = [...path.matchAll(/\['([^']*)'\]|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
      if (steps[0] === 'rows') remove(cells, steps.slice(1), ignoreOrder);
    }
    return fold(cells, ignoreCase) as Plain[];
  };
  const problems: string[] = [];
  const columns = expected.result?.columns;
  if (columns !== undefined && !excluded.includes("root['columns']") && !isDeepStrictEqual(columns, actual.columns)) {
    problems.push(`columns: expected ${JSON.stringify(columns)}, got ${JSON.stringify(actual.columns)}`);
  }
  const [left, right] = [prepare(wanted), prepare(actual.rows)].map((rows) =>
    rows.map((row) => keyOf(row, ignoreOrder)),
  );
  if (ignoreOrder) {
    left?.sort();
    right?.sort();
  }
  const different = left?.findIndex((row, index) => row !== right?.[index]) ?? -1;
  if (different >= 0 || left?.length !== right?.length) {
    problems.push(
      `row ${different}: expected ${left?.[different]?.slice(0, 300)}, got ${right?.[different]?.slice(0, 300)}`,
    );
  }
  return problems;
}

const isObject = (value: Plain): value is { [key: string]: Plain } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function untypedColumns(rows: readonly (readonly JsonValue[])[]): Set<number> {
  const columns = new Set<number>();
  rows[0]?.forEach((_, column) => {
    const objects = rows.map((row) => row[column] as Plain).filter(isObject);
    if (objects.length > 0 && objects.every((cell) => cell['_type'] === undefined)) columns.add(column);
  });
  return columns;
}

/** `_type` where the model knows it, no empty lists. */
function normal_(value: Plain, declared?: string): Plain {
  if (Array.isArray(value)) return value.map((member) => normal_(member, declared));
  if (!isObject(value)) return value;
  const known = declared !== undefined && rmClass(declared)?.abstract === false ? declared : undefined;
  const type = (value['_type'] as string | undefined) ?? known;
  const out: { [key: string]: Plain } = type === undefined ? {} : { _type: type };
  for (const [key, member] of Object.entries(value)) {
    if (key === '_type' || (Array.isArray(member) && member.length === 0)) continue;
    out[key] = normal_(member, type === undefined ? undefined : rmAttribute(type, key)?.type);
  }
  return out;
}

function remove(value: Plain, [step, ...rest]: readonly (string | number)[], anyIndex: boolean): void {
  if (value === null || typeof value !== 'object' || step === undefined) return;
  const owner = value as Record<string, Plain>;
  const keys = typeof step === 'number' && anyIndex ? Object.keys(owner) : [String(step)];
  for (const key of keys) {
    if (rest.length > 0) remove(owner[key], rest, anyIndex);
    else delete owner[key];
  }
}

function fold(value: Plain, ignoreCase: boolean): Plain {
  if (typeof value === 'string') return ignoreCase ? value.toLowerCase() : value;
  if (typeof value === 'number') return Number(value.toPrecision(12));
  if (Array.isArray(value)) return value.map((member) => fold(member, ignoreCase));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fold(member, ignoreCase)]));
  return value;
}

function keyOf(value: Plain, ignoreOrder: boolean): string {
  if (Array.isArray(value)) {
    const members = value.map((member) => keyOf(member, ignoreOrder));
    return `[${(ignoreOrder ? members.sort() : members).join()}]`;
  }
  if (isObject(value)) {
    return `{${Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${keyOf(value[name], ignoreOrder)}`)
      .join()}}`;
  }
  return JSON.stringify(value) ?? 'nothing';
}
