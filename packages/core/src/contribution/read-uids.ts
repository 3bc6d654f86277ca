/** The ids that an envelope names: strings, or objects with a `value`. */
import { parseUuid, parseVersionUid, type VersionUid } from '../change-control/version-uid.ts';
import { isJsonObject, type JsonValue } from '../json/value.ts';

export type Report = (path: string, code: string, message: string) => void;

/**
 * An object id alone, or a version uid: what other repositories made is let in, so the object may also be an OID or an internet
 * id, and the version on a branch (BASE, "Identification").
 */
const OBJECT_OR_VERSION = /^\w+(?:[.-]\w+)+(?:::[^\s:]+::[1-9]\d*(?:\.[1-9]\d*\.[1-9]\d*)?)?$/;

/** `preceding_version_uid` */
export function precedingOf(value: JsonValue | undefined, path: string, report: Report): VersionUid | undefined {
  const text = textOf(value);
  const uid = text === undefined ? undefined : parseVersionUid(text);
  if (value !== undefined && !uid)
    report(path, 'version_uid', 'Expected a version uid, <object uuid>::<system id>::<n>');
  return uid;
}

/** `uid` of a version; it names the same object as the others that are given. */
export function versionUidOf(
  value: JsonValue | undefined,
  { data, preceding }: { readonly data: JsonValue | undefined; readonly preceding: VersionUid | undefined },
  path: string,
  report: Report,
): string | undefined {
  if (value === undefined) return undefined;
  const text = textOf(value);
  if (text === undefined || !OBJECT_OR_VERSION.test(text)) {
    report(path, 'version_uid', 'Expected a version uid or an object id');
    return undefined;
  }
  const inside = textOf(isJsonObject(data) ? data['uid'] : undefined);
  const others = [preceding?.objectId, inside === undefined ? undefined : objectPart(inside)];
  if (others.some((other) => other !== undefined && other !== objectPart(text))) {
    report(path, 'uid_mismatch', 'The uid names another object than the data or the preceding version');
  }
  return text;
}

/** `uid` of the contribution. */
export function chosenUid(value: JsonValue | undefined, report: Report): string | undefined {
  const text = textOf(value);
  const uid = text === undefined ? undefined : parseUuid(text);
  if (value !== undefined && uid === undefined) report('/uid', 'uid', 'The uid of a contribution must be a UUID');
  return uid;
}

/** The object of a version uid, in lower case as UUIDs are compared. */
const objectPart = (uid: string): string => (uid.split('::', 1)[0] ?? '').toLowerCase();

const textOf = (value: JsonValue | undefined): string | undefined => {
  const text = isJsonObject(value) ? value['value'] : value;
  return typeof text === 'string' ? text : undefined;
};
