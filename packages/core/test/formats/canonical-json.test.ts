import { expect, it } from 'vitest';
import { readCanonicalJson, writeCanonicalJson, writeErrorXml } from '../../src/formats/index.ts';
import { refusalOf } from './xml.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('canonical JSON comes back as it went in, but for white space', () => {
  const text = '{"_type":"DV_QUANTITY","magnitude":7.0,"precision":12345678901234567890,"units":"kg"}';
  expect(writeCanonicalJson(readCanonicalJson(bytes(text.replaceAll(':', ' : \n'))))).toBe(text);
});

it.each([
  ['a list', bytes('[]'), 'not_an_object /'],
  ['a text', bytes('"composition"'), 'not_an_object /'],
  ['a number', bytes('1.0'), 'not_an_object /'],
  ['null', bytes('null'), 'not_an_object /'],
  ['nothing', bytes(''), 'malformed_json'],
  ['two objects', bytes('{}{}'), 'malformed_json'],
  ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), 'invalid_utf8'],
])('%s is no canonical JSON', (_, body, refusal) => {
  expect(refusalOf(() => readCanonicalJson(body))).toEqual([refusal]);
});

it('an error body in XML has the members of the one in JSON', () => {
  const body = {
    error: 'Unprocessable Entity',
    code: 'illegal_lifecycle_transition',
    message: 'a < b \u0000',
    validationErrors: ['/a: b', '/c: d'],
    details: [{ path: '/a', code: 'x', message: 'b & c' }],
    from_state: '801|abandoned|',
    to_state: '532|complete|',
  };
  expect(writeErrorXml(body)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<error><error>Unprocessable Entity</error><code>illegal_lifecycle_transition</code>' +
      '<message>a &lt; b \uFFFD</message><validationErrors>/a: b</validationErrors><validationErrors>/c: d</validationErrors>' +
      '<details><path>/a</path><code>x</code><message>b &amp; c</message></details>' +
      '<from_state>801|abandoned|</from_state><to_state>532|complete|</to_state></error>',
  );
  const { from_state: _from, to_state: _to, ...plain } = body;
  expect(writeErrorXml({ ...plain, details: [], validationErrors: [] })).not.toMatch(/state|details|validationErrors/);
});
