import { expect, test } from 'vitest';
import { parseCommitHeaders } from '../../src/headers/index.ts';

const read = (headers: Record<string, string>) => parseCommitHeaders((name) => headers[name]);
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

test.each([
  ['lifecycle_state.code_string="553"', '553'],
  ['lifecycle_state.code_string=553', '553'],
  ['lifecycle_state.code_string = "553|incomplete|"', '553|incomplete|'],
  ['lifecycle_state.code_string=553|incomplete|', '553|incomplete|'],
  ['lifecycle_state.code_string=incomplete', 'incomplete'],
  ['lifecycle_state=complete', 'complete'],
  ['553', '553'],
  ['other="x", lifecycle_state.code_string="801"', '801'],
  ['other="a,b=\\"c\\"" ; lifecycle_state.code_string="801"', '801'],
])('openehr-version: %s is state %s', (header, lifecycleState) => {
  expect(read({ 'openehr-version': header })).toEqual({ lifecycleState });
});

test.each([
  ['openehr-version.lifecycle_state', 'code_string="532"', { lifecycleState: '532' }],
  ['openehr-version.lifecycle_state', 'complete', { lifecycleState: 'complete' }],
  ['openehr-audit_details', 'change_type.code_string="250"', { changeType: '250' }],
  ['openehr-audit_details.change_type', 'code_string="251"', { changeType: '251' }],
  ['openehr-audit_details.description', 'value="a, b"', { description: 'a, b' }],
])('the spelling of 1.0.x %s: %s', (name, header, expected) => expect(read({ [name]: header })).toEqual(expected));

test('openehr-audit-details has change type, description and committer', () => {
  const header =
    'change_type.code_string="250",description.value="amended \\"again\\"", committer.name="Dr. A, ward 3",' +
    'committer.external_ref.id="u-1", committer.external_ref.namespace="hospital", committer.external_ref.type="PERSON"';
  expect(read({ 'openehr-audit-details': header })).toEqual({
    changeType: '250',
    description: 'amended "again"',
    committer: {
      _type: 'PARTY_IDENTIFIED',
      external_ref: {
        _type: 'PARTY_REF',
        id: { _type: 'GENERIC_ID', value: 'u-1', scheme: 'id' },
        namespace: 'hospital',
        type: 'PERSON',
      },
      name: 'Dr. A, ward 3',
    },
  });
});

test('a committer in the header of 1.0.x has the same parts', () => {
  const header = 'name="Dr. A", external_ref.id="u-1", external_ref.namespace="hospital"';
  expect(read({ 'openehr-audit_details.committer': header }).committer).toMatchObject({
    name: 'Dr. A',
    external_ref: { namespace: 'hospital' },
  });
});

test('a committer without a reference is a name', () => {
  expect(read({ 'openehr-audit-details': 'committer.name="Dr. A"' })).toEqual({ committer: 'Dr. A' });
});

test('header bytes are UTF-8, and Latin-1 where they are not', () => {
  expect(read({ 'openehr-audit-details': latin1('committer.name="Jürgen Žižka"') })).toEqual({
    committer: 'Jürgen Žižka',
  });
  expect(read({ 'openehr-audit-details': 'committer.name="J\u00fcrgen"' })).toEqual({ committer: 'Jürgen' });
});

test('repeated headers, which arrive joined by a comma, add up', () => {
  expect(read({ 'openehr-audit-details': 'change_type.code_string="250", description.value="x"' })).toEqual({
    changeType: '250',
    description: 'x',
  });
});

test('unknown paths mean nothing', () => {
  expect(read({ 'openehr-audit-details': 'time_committed.value="2020-01-01T00:00:00Z", system_id="x"' })).toEqual({});
});

test.each([
  ['openehr-audit-details', 'committer.external_ref.id="u-1"'],
  ['openehr-version', 'lifecycle_state.code_string="553'],
  ['openehr-audit-details', 'description.value="a" "b"'],
])('%s: %s is invalid', (name, header) => {
  expect(() => read({ [name]: header })).toThrow(expect.objectContaining({ code: 'invalid_header' }));
});

test('no headers, nothing said', () => expect(read({})).toEqual({}));
