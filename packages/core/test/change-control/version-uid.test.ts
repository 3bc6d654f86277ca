import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatVersionUid, parseUidBasedId, parseVersionUid } from '../../src/change-control/version-uid.ts';

const UUID = '0f6c6f3e-7d0b-4a3f-9a6a-0d5a7c1e2b3d';

describe('version uid (BASE identification, OBJECT_VERSION_ID)', () => {
  it('is read and written back the same', () => {
    const system = fc.stringMatching(/^[A-Za-z0-9.-]{1,20}$/);
    fc.assert(
      fc.property(fc.uuid(), system, fc.integer({ min: 1, max: 999_999_999 }), (objectId, systemId, number) => {
        const uid = { objectId, systemId, number };
        expect(parseVersionUid(formatVersionUid(uid))).toEqual(uid);
      }),
    );
  });

  it('compares the UUID without regard to case, the system id with it', () => {
    expect(parseVersionUid(`${UUID.toUpperCase()}::My.System::2`)).toEqual({
      objectId: UUID,
      systemId: 'My.System',
      number: 2,
    });
  });

  it.each([
    ['no system', `${UUID}::::1`],
    ['no version', `${UUID}::sys`],
    ['version 0', `${UUID}::sys::0`],
    ['a branch', `${UUID}::sys::1.1.1`],
    ['a leading zero', `${UUID}::sys::01`],
    ['one part too many', `${UUID}::sys::1::2`],
    ['no UUID', 'abc::sys::1'],
    ['a UUID alone', UUID],
  ])('is not %s', (_name, text) => {
    expect(parseVersionUid(text)).toBeUndefined();
  });

  it('tells version uids from object ids', () => {
    expect(parseUidBasedId(UUID)).toEqual({ kind: 'object', objectId: UUID });
    expect(parseUidBasedId(`${UUID}::sys::1`)?.kind).toBe('version');
    expect(parseUidBasedId('x')).toBeUndefined();
  });
});
