import { expect, test } from 'vitest';
import { parsePrefer } from '../../src/headers/index.ts';

test.each([
  [undefined, undefined],
  ['return=minimal', 'minimal'],
  ['return=representation', 'representation'],
  ['return=identifier', 'identifier'],
  ['RETURN = "Representation"', 'representation'],
  ['return=representation, resolve_refs', 'representation'],
  ['respond-async; wait=10, return=minimal', 'minimal'],
  ['resolve_refs', undefined],
  ['return=everything', undefined],
  ['noreturn=minimal', undefined],
])('Prefer: %s is %s (RFC 7240)', (header, expected) => expect(parsePrefer(header)).toBe(expected));
