/** Queries that ask for more than there should be, each with all that may become of it. */
import type { QueryOptions } from '@cairn/core';

export interface HostileQuery {
  readonly query: () => string;
  readonly options?: QueryOptions;
  readonly outcomes: readonly string[];
}

const PRODUCT = 'FROM EHR e CONTAINS (ELEMENT a AND ELEMENT b AND ELEMENT c AND ELEMENT d)';
const LONG_TEXT = 'a'.repeat(50_000);

const ENDED = ['query_timeout', 'query_too_large'];

export const HOSTILE_QUERIES: Readonly<Record<string, HostileQuery>> = {
  'deep parentheses': {
    query: () => `SELECT c FROM COMPOSITION c WHERE ${'('.repeat(50_000)}c/name/value = 'x'${')'.repeat(50_000)}`,
    outcomes: ['invalid_query'],
  },
  'deep NOT': {
    query: () => `SELECT c FROM COMPOSITION c WHERE ${'NOT '.repeat(50_000)}c/name/value = 'x'`,
    outcomes: ['invalid_query'],
  },
  'deep CONTAINS': {
    query: () => `SELECT e FROM EHR e${' CONTAINS SECTION'.repeat(20_000)}`,
    outcomes: ['invalid_query'],
  },
  'deep functions': {
    query: () => `SELECT ${'ABS('.repeat(50_000)}1${')'.repeat(50_000)} FROM EHR e`,
    outcomes: ['invalid_query'],
  },
  'a product that is counted': { query: () => `SELECT COUNT(*) ${PRODUCT}`, outcomes: ENDED },
  'a product that is sorted': {
    query: () => `SELECT a/value, b/value ${PRODUCT} ORDER BY c/name/value`,
    options: { fetch: 1_000_000_000 },
    outcomes: ENDED,
  },
  'a product whose rows are all different': {
    query: () => `SELECT DISTINCT a, b, c, d ${PRODUCT}`,
    options: { fetch: 1_000_000_000 },
    outcomes: ENDED,
  },
  'a product in groups': {
    query: () => `SELECT a, b, COUNT(DISTINCT c) ${PRODUCT}`,
    options: { fetch: 1_000_000_000 },
    outcomes: ENDED,
  },
  'a page far behind the end': {
    query: () => `SELECT a/name/value ${PRODUCT}`,
    options: { offset: Number.MAX_SAFE_INTEGER - 1, fetch: 1 },
    outcomes: ENDED,
  },
  'a huge page of sorted rows': {
    query: () => `SELECT a/name/value ${PRODUCT} ORDER BY b/name/value LIMIT 2000000000`,
    outcomes: ENDED,
  },
  'a pattern full of runs': {
    query: () => `SELECT COUNT(*) FROM ELEMENT l WHERE CONCAT(l/name/value, $text) LIKE '${'*a'.repeat(5_000)}*b'`,
    options: { parameters: { text: LONG_TEXT } },
    outcomes: ['accepted', ...ENDED],
  },
  'a regular expression that runs back': {
    query: () => 'SELECT COUNT(*) FROM ELEMENT l WHERE CONCAT(l/name/value, $text) MATCHES {/(a+)+b/}',
    options: { parameters: { text: LONG_TEXT } },
    outcomes: ['accepted', 'invalid_query', ...ENDED],
  },
  'a list of 100,000': {
    query: () => 'SELECT COUNT(*) FROM ELEMENT l WHERE l/value/magnitude MATCHES $list',
    options: { parameters: { list: Array.from({ length: 100_000 }, (_, at) => at + 1000) } },
    outcomes: ['accepted', ...ENDED],
  },
  'a list of 100,000 times': {
    query: () => 'SELECT COUNT(*) FROM COMPOSITION c WHERE c/context/start_time MATCHES $list',
    options: { parameters: { list: Array.from({ length: 100_000 }, (_, at) => new Date(at * 60_000).toISOString()) } },
    outcomes: ['accepted', ...ENDED],
  },
  'a list of 100,000 ids': {
    query: () => 'SELECT COUNT(*) FROM COMPOSITION c WHERE c/uid/value MATCHES $list',
    options: { parameters: { list: Array.from({ length: 100_000 }, () => crypto.randomUUID()) } },
    outcomes: ['accepted', ...ENDED],
  },
  'a text of a megabyte': {
    query: () => 'SELECT COUNT(*) FROM ELEMENT l WHERE l/name/value = $text OR l/name/value LIKE $text',
    options: { parameters: { text: 'x'.repeat(1_000_000) } },
    outcomes: ['accepted', 'invalid_query', 'invalid_parameter', ...ENDED],
  },
  'a text that grows': {
    query: () => {
      let grown = 'l/name/value';
      for (let times = 0; times < 12; times += 1) grown = `CONCAT(${grown}, ${grown})`;
      return `SELECT COUNT(*) FROM ELEMENT l WHERE ${grown} = 'x'`;
    },
    outcomes: ['accepted', 'invalid_query', ...ENDED],
  },
  'a number that grows': {
    query: () => `SELECT ${'POWER('.repeat(100)}9${', 9)'.repeat(100)} FROM ELEMENT l`,
    outcomes: ['accepted', 'invalid_query', ...ENDED],
  },
};
