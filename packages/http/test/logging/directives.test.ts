import { describe, expect, test } from 'vitest';
import { createLogging, describeFailure, isDirectives } from '../../src/logging/index.ts';

const collect = (filter: string) => {
  const lines: Record<string, unknown>[] = [];
  const logging = createLogging(filter, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { logging, lines };
};

test.each(['info', 'warn,cairn::aql=debug', ' info , cairn::http = off ', 'cairn=trace', 'INFO'])(
  '%s is a filter',
  (filter) => {
    expect(isDirectives(filter)).toBe(true);
  },
);

test.each(['', 'loud', 'info,', 'cairn::http=', '=info', 'cairn::http=loud', 'a b=info', 'cairn::=info'])(
  '%j is none',
  (filter) => {
    expect(isDirectives(filter)).toBe(false);
  },
);

test.each([
  ['info', 'cairn::http', 'info'],
  ['warn,cairn=debug', 'cairn::http', 'debug'],
  ['warn,cairn=debug,cairn::http=error', 'cairn::http', 'error'],
  ['cairn::aql=debug', 'cairn::http', 'error'],
  ['off', 'cairn::http', 'silent'],
])('with %s the target %s logs at %s', (filter, target, level) => {
  expect(collect(filter).logging.logger(target).level).toBe(level);
});

describe('a filter changed while running', () => {
  test('takes effect on loggers that are there already, and can be reset', () => {
    const { logging, lines } = collect('warn');
    const log = logging.logger('cairn::http');
    log.info('one');
    expect(logging.setFilter('warn,cairn::http=info')).toBe(true);
    log.info('two');
    expect(logging.filter).toBe('warn,cairn::http=info');
    expect(logging.setFilter('nonsense=')).toBe(false);
    expect(logging.filter).toBe('warn,cairn::http=info');
    logging.setFilter(logging.bootFilter);
    log.info('three');
    expect(lines).toEqual([expect.objectContaining({ level: 'info', target: 'cairn::http', message: 'two' })]);
  });
});

test('a failure is described by its type, its code and its place, never by its message', () => {
  const cause = Object.assign(new Error('value 120 mmHg is wrong'), { code: 'SQLITE_CONSTRAINT' });
  const failure = describeFailure(new SyntaxError('unexpected "Mrs. Smith"', { cause }));
  expect(failure).toMatchObject({ type: 'SyntaxError', cause: { type: 'Error', code: 'SQLITE_CONSTRAINT' } });
  expect(failure.frames[0]).toContain('directives.test');
  expect(JSON.stringify(failure)).not.toMatch(/Smith|mmHg/);
});
