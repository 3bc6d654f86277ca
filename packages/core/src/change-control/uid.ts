/** The `uid` of a versioned object's root: RM common, LOCATABLE.uid; what callers send, and what is stored. */
import { CdrError, type Issue } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import type { VersionedKind } from '../ports/store.ts';
import { parseUidBasedId } from './version-uid.ts';

/** The object with its class and its version uid said. */
export const withUid = (data: JsonObject, rmType: VersionedKind, versionUid: string): JsonObject => ({
  _type: rmType,
  ...data,
  uid: { _type: 'OBJECT_VERSION_ID', value: versionUid },
});

const uidValue = (data: JsonObject): string | undefined => {
  const uid = data['uid'];
  return isJsonObject(uid) && typeof uid['value'] === 'string' ? uid['value'] : undefined;
};

/**
 * Object id of a new object: the caller's own, when its uid is a bare UUID or a first version of this system; a uid of any
 * other shape or system is history of some other repository and does not bind this one.
 */
export function objectIdForCreation(data: JsonObject, systemId: string): string | undefined {
  const value = uidValue(data);
  const uid = value === undefined ? undefined : parseUidBasedId(value);
  if (uid?.kind === 'object') return uid.objectId;
  const ours = uid?.versionUid.systemId === systemId && uid.versionUid.number === 1;
  return ours ? uid.versionUid.objectId : undefined;
}

/** An update's body may repeat the uid of the object (any version); another object's is a mistake. */
export function uidMismatch(data: JsonObject, objectId: string): Issue | undefined {
  const value = uidValue(data);
  if (value === undefined) return undefined;
  const uid = parseUidBasedId(value);
  const named = uid?.kind === 'object' ? uid.objectId : uid?.versionUid.objectId;
  if (named === objectId) return undefined;
  return { path: '/uid', code: 'uid_mismatch', message: 'The uid names another object than the one that is updated' };
}

/** Throws `invalid_body` for the uid of another object. */
export function checkUidForUpdate(data: JsonObject, objectId: string): void {
  const mismatch = uidMismatch(data, objectId);
  if (!mismatch) return;
  throw new CdrError('invalid_body', 'The uid in the body does not belong to the object that is updated', {
    issues: [mismatch],
  });
}
