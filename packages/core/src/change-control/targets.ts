/** From the ids and preconditions that a caller names to the targets that `decide` understands. */
import { CdrError } from '../errors.ts';
import type { UpdateOptions } from './contract.ts';
import type { Target, TargetPolicy } from './decide.ts';
import { parseUuid, parseVersionUid, type VersionUid } from './version-uid.ts';

/** PUT with `If-Match`: not the latest is 412. */
export const RESOURCE_UPDATE: TargetPolicy = { stale: 'precondition_failed', absent: 'object_not_found' };
/** DELETE of a version: not the latest is 409. */
export const RESOURCE_DELETE: TargetPolicy = { stale: 'not_latest_version', absent: 'object_not_found' };
/** `preceding_version_uid` inside a contribution: not the latest is 409, unknown is 400. */
export const CHANGE_SET: TargetPolicy = { stale: 'not_latest_version', absent: 'invalid_body' };

/** An EHR or object id in the form the store knows; a text that is no UUID can't name anything: `code`. */
export function knownUuid(text: string, code: 'ehr_not_found' | 'object_not_found' | 'contribution_not_found'): string {
  const id = parseUuid(text);
  if (id === undefined) throw new CdrError(code, 'There is nothing with this id: it is not a UUID');
  return id;
}

/** The version uids that an update names; one that does not parse matches nothing. */
export function precedingOf({ precedingVersionUid }: UpdateOptions): readonly VersionUid[] {
  const texts = typeof precedingVersionUid === 'string' ? [precedingVersionUid] : precedingVersionUid;
  return texts.map((text) => parseVersionUid(text) ?? NO_VERSION);
}

const NO_VERSION: VersionUid = { objectId: '', systemId: '', number: 0 };

/** The target of an update of a known object. */
export const updateTarget = (objectId: string, options: UpdateOptions): Target => ({
  objectId,
  preceding: precedingOf(options),
  policy: RESOURCE_UPDATE,
});
