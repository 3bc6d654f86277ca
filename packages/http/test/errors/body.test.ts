import { CdrError } from '@cairn/core';
import { expect, test } from 'vitest';
import { errorXml, HttpError, refusalOf, statusOf } from '../../src/errors/index.ts';

const etag = (uid: string): string => `"${uid}"`;

test('every code has a status of refusal', () => {
  for (const status of Object.values(statusOf)) expect(status).toBeGreaterThanOrEqual(400);
});

test('a validation error has every finding twice: as text and with its parts', () => {
  const issues = [{ path: '/content[0]', code: 'occurrences', message: 'is required' }];
  const { status, body } = refusalOf(new CdrError('validation_failed', 'It is not valid.', { issues }), etag);
  expect(status).toBe(422);
  expect(body).toEqual({
    error: 'Unprocessable Entity',
    code: 'validation_failed',
    message: 'It is not valid.',
    validationErrors: ['/content[0]: is required'],
    details: issues,
  });
});

test('a lifecycle refusal names both states', () => {
  const error = new CdrError('illegal_lifecycle_transition', 'No.', {
    fromState: '801|abandoned|',
    toState: '532|complete|',
  });
  expect(refusalOf(error, etag)).toMatchObject({
    status: 422,
    body: { from_state: '801|abandoned|', to_state: '532|complete|', details: [] },
  });
});

test('a failed precondition carries the latest version in its ETag', () => {
  expect(refusalOf(new CdrError('precondition_failed', 'No.', { currentVersionUid: 'u::s::2' }), etag).headers).toEqual(
    { etag: '"u::s::2"' },
  );
});

test('a refusal of this package brings its headers', () => {
  expect(refusalOf(new HttpError('method_not_allowed', 'No.', { headers: { allow: 'GET' } }), etag)).toMatchObject({
    status: 405,
    headers: { allow: 'GET' },
  });
});

test('an unforeseen error says nothing of itself', () => {
  const refusal = refusalOf(new Error('Mrs. Smith'), etag);
  expect(refusal).toMatchObject({ status: 500, foreseen: false, body: { code: 'internal_error' } });
  expect(JSON.stringify(refusal)).not.toContain('Smith');
});

test('in XML it has the same members, escaped', () => {
  const { body } = refusalOf(
    new CdrError('invalid_body', 'a < b & c', { issues: [{ path: '/a', code: 'b', message: 'c\u0000' }] }),
    etag,
  );
  expect(errorXml(body)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><error><error>Bad Request</error><code>invalid_body</code><message>a &lt; b &amp; c</message>' +
      '<validationErrors>/a: c\uFFFD</validationErrors><details><path>/a</path><code>b</code><message>c\uFFFD</message></details></error>',
  );
});
