import { expect, test } from 'vitest';
import {
  acceptedFormats,
  acceptedTypes,
  formatOf,
  negotiate,
  notServed,
  type Format,
} from '../../src/headers/index.ts';

const RM: readonly Format[] = ['json', 'xml'];
const TEMPLATE: readonly Format[] = ['xml', 'webtemplate', 'json'];

test.each<[string | undefined, readonly Format[], Format | undefined]>([
  [undefined, RM, 'json'],
  ['', RM, 'json'],
  ['*/*', RM, 'json'],
  ['application/*', RM, 'json'],
  ['application/json', RM, 'json'],
  ['application/json; charset=utf-8', RM, 'json'],
  ['APPLICATION/XML', RM, 'xml'],
  ['text/xml', RM, 'xml'],
  ['text/html, application/xml;q=0.9, */*;q=0.8', RM, 'xml'],
  ['application/json;q=0.5, application/xml', RM, 'xml'],
  ['application/json;q=0, */*', RM, 'xml'],
  ['application/xml;q=0.5, application/json;q=0.5', RM, 'json'],
  ['application/json;q=0', RM, undefined],
  ['text/html', RM, undefined],
  ['text/*', RM, undefined],
  ['application/openehr.wt.flat+json', RM, undefined],
  ['application/openehr.wt+json', TEMPLATE, 'webtemplate'],
  ['application/json', TEMPLATE, 'json'],
  ['*/*', TEMPLATE, 'xml'],
  ['application/xml, application/json;q=0.5', TEMPLATE, 'xml'],
])('Accept: %s of %s is %s (RFC 9110, section 12.5.1)', (accept, offered, expected) => {
  expect(negotiate(accept, offered)).toBe(expected);
});

test('what else a client takes comes after what it likes best', () => {
  expect(acceptedFormats('application/xml, application/json;q=0.5', RM)).toEqual(['xml', 'json']);
  expect(acceptedFormats('application/xml, application/json;q=0', RM)).toEqual(['xml']);
  expect(acceptedFormats(undefined, RM)).toEqual(RM);
});

test.each([
  ['application/openehr.wt.flat+json', 'FLAT'],
  ['application/openehr.wt.flat.schema+json', 'FLAT'],
  ['application/openehr.wt.structured+json', 'STRUCTURED'],
  ['application/openehr.wt.structured.schema+json', 'STRUCTURED'],
  ['application/openehr.wt.flat.structured+json', 'STRUCTURED'],
  ['application/openehr.tds2+xml', 'TDS'],
])('%s is known, and said not to be served', (type, name) => {
  expect(formatOf(type)).toBeUndefined();
  expect(notServed(acceptedTypes(`${type}; charset=utf-8`))).toContain(name);
});

test('any other type gets no such hint', () => expect(notServed(['image/png'])).toBe(''));
