/**
 * Version identifiers: BASE "Identification", OBJECT_VERSION_ID = object_id `::` creating_system_id `::` version_tree_id.
 *
 * Cairn has trunk versions only, so the version tree id is a number from 1 without gaps. The UUID part is compared without
 * regard to case and always given back in lower case; the system id is case-sensitive.
 */
export interface VersionUid {
  readonly objectId: string;
  readonly systemId: string;
  readonly number: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The UUID in lower case, or undefined when the text is none. */
export function parseUuid(text: string): string | undefined {
  const lower = text.toLowerCase();
  return UUID.test(lower) ? lower : undefined;
}

/** The parts of a version uid, or undefined when the text is none that Cairn could have made. */
export function parseVersionUid(text: string): VersionUid | undefined {
  const [object, systemId, tree, ...rest] = text.split('::');
  const objectId = object === undefined ? undefined : parseUuid(object);
  if (objectId === undefined || !systemId || tree === undefined || rest.length > 0) return undefined;
  return /^[1-9]\d{0,8}$/.test(tree) ? { objectId, systemId, number: Number(tree) } : undefined;
}

/**
 * Joined to one piece: a template literal would leave several, and a single text like that makes JSON.stringify of its document
 * take three times as long.
 */
export const formatVersionUid = ({ objectId, systemId, number }: VersionUid): string =>
  [objectId, systemId, number].join('::');

/** What a `uid_based_id` names: one version, or a versioned object. */
export type UidBasedId =
  | { readonly kind: 'version'; readonly versionUid: VersionUid }
  | { readonly kind: 'object'; readonly objectId: string };

/** Undefined: neither a version uid nor a UUID. */
export function parseUidBasedId(text: string): UidBasedId | undefined {
  const versionUid = parseVersionUid(text);
  if (versionUid) return { kind: 'version', versionUid };
  const objectId = parseUuid(text);
  return objectId === undefined ? undefined : { kind: 'object', objectId };
}
