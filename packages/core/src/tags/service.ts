import type { Kernel } from '../change-control/kernel.ts';
import { checkTags } from '../change-control/item-tags.ts';
import { noEhr, notModifiable } from '../change-control/refusal.ts';
import { knownUuid } from '../change-control/targets.ts';
import { parseUidBasedId } from '../change-control/version-uid.ts';
import { CdrError } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import type { ItemTag, StoredTag, TagTarget } from '../ports/store.ts';

export interface TagFilter {
  /** OR within each list, AND across them; an absent list does not filter. */
  readonly keys?: readonly string[];
  readonly values?: readonly string[];
  readonly targetPaths?: readonly string[];
}

/** ITEM_TAG: ITS-REST EHR API. `uidBasedId`: a version uid (that version) or an object uuid (the versioned object). */
export interface TagService {
  /** All tags of an EHR. */
  ofEhr(ehrId: string, filter?: TagFilter): Promise<readonly JsonObject[]>;
  of(
    ehrId: string,
    kind: 'COMPOSITION' | 'EHR_STATUS',
    uidBasedId: string,
    filter?: TagFilter,
  ): Promise<readonly JsonObject[]>;
  /** Replaces the whole set of the target. */
  replace(
    ehrId: string,
    kind: 'COMPOSITION' | 'EHR_STATUS',
    uidBasedId: string,
    tags: readonly ItemTag[],
  ): Promise<readonly JsonObject[]>;
  /** Removes the tags with that key; none: `tag_not_found`. */
  remove(ehrId: string, kind: 'COMPOSITION' | 'EHR_STATUS', uidBasedId: string, key: string): Promise<void>;
}

export function createTagService(kernel: Kernel): TagService {
  const { records, tags, commits } = kernel.store;

  const read = async (
    ehrId: string,
    target: TagTarget | undefined,
    filter: TagFilter = {},
  ): Promise<readonly JsonObject[]> =>
    (await tags.tags(ehrId, target)).filter(({ tag }) => matches(tag, filter)).map((row) => itemTag(ehrId, row));

  /** The target that an id names, once it is known to exist. */
  const resolve = async (ehrId: string, kind: TaggedKind, uidBasedId: string): Promise<Resolved> => {
    const named = parseUidBasedId(uidBasedId);
    const objectId = named?.kind === 'object' ? named.objectId : named?.versionUid.objectId;
    const object = objectId === undefined ? undefined : await records.object(ehrId, objectId);
    if (named && object?.kind === kind) {
      const { latest } = object;
      if (named.kind === 'object') return { target: { objectId: object.objectId }, latest };
      const { number, systemId } = named.versionUid;
      const version = await records.version(ehrId, object.objectId, { kind: 'number', number });
      if (version?.systemId === systemId) return { target: { objectId: object.objectId, number }, latest };
      throw new CdrError('version_not_found', `There is no such version of the ${kind}`);
    }
    if (!(await records.ehr(ehrId))) throw noEhr();
    throw new CdrError('object_not_found', `There is no such ${kind} in this EHR`);
  };

  /** Undefined: the object has changed since it was looked at, or is gone. */
  const write = async (
    ehrId: string,
    kind: TaggedKind,
    { target, latest }: Resolved,
    changed: readonly ItemTag[],
  ): Promise<TagTarget | undefined> => {
    const outcome = await commits.commit({
      ehrId,
      expectations: [
        { kind: 'ehr-present' },
        ...(needsModifiable(kind) ? [{ kind: 'ehr-modifiable' } as const] : []),
        { kind: 'latest-version', objectId: target.objectId, number: latest.number },
      ],
      notBefore: kernel.clock.now(),
      versions: [],
      attestations: [],
      tags: [{ target, tags: changed }],
    });
    if (outcome.kind === 'committed') return target;
    const { kind: failed } = outcome.failed;
    if (failed === 'latest-version') return undefined;
    throw failed === 'ehr-present' ? noEhr() : notModifiable();
  };

  return {
    ofEhr: async (ehrId, filter) => {
      const id = knownUuid(ehrId, 'ehr_not_found');
      if (!(await records.ehr(id))) throw noEhr();
      return read(id, undefined, filter);
    },

    of: async (ehrId, kind, uidBasedId, filter) => {
      const id = knownUuid(ehrId, 'ehr_not_found');
      return read(id, (await resolve(id, kind, uidBasedId)).target, filter);
    },

    replace: async (ehrId, kind, uidBasedId, changed) => {
      checkTags(changed);
      const id = knownUuid(ehrId, 'ehr_not_found');
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const target = await write(id, kind, await resolve(id, kind, uidBasedId), changed);
        if (target) return read(id, target);
      }
      throw new CdrError('store_unavailable', 'Others write to the same object all the time; try again');
    },

    remove: async (ehrId, kind, uidBasedId, key) => {
      const id = knownUuid(ehrId, 'ehr_not_found');
      const { target } = await resolve(id, kind, uidBasedId);
      switch (await tags.removeKey(id, target, key, needsModifiable(kind))) {
        case 'removed':
          return;
        case 'tag-absent':
          throw new CdrError('tag_not_found', 'There is no tag with this key');
        case 'ehr-absent':
          throw noEhr();
        case 'ehr-not-modifiable':
          throw notModifiable();
      }
    },
  };
}

/** So often somebody else may get in between. */
const MOST_ATTEMPTS = 20;

/** A target, and the latest version of its object when it was looked at. */
interface Resolved {
  readonly target: TagTarget;
  readonly latest: { readonly number: number };
}

/** Tags are not versioned: no contribution, no commit time. Those of an EHR_STATUS are as writable as itself. */
const needsModifiable = (kind: TaggedKind): boolean => kind === 'COMPOSITION';

type TaggedKind = 'COMPOSITION' | 'EHR_STATUS';

const matches = ({ key, value, targetPath }: ItemTag, { keys, values, targetPaths }: TagFilter): boolean =>
  (keys?.includes(key) ?? true) &&
  (values === undefined || (value !== undefined && values.includes(value))) &&
  (targetPaths === undefined || (targetPath !== undefined && targetPaths.includes(targetPath)));

/** ITEM_TAG as ITS-REST gives it: target and owner as OBJECT_REF. */
const itemTag = (ehrId: string, { target, tag }: StoredTag): JsonObject => ({
  _type: 'ITEM_TAG',
  key: tag.key,
  ...(tag.value !== undefined && { value: tag.value }),
  ...(tag.targetPath !== undefined && { target_path: tag.targetPath }),
  target: {
    _type: 'OBJECT_REF',
    id:
      target.number === undefined
        ? { _type: 'HIER_OBJECT_ID', value: target.objectId }
        : { _type: 'OBJECT_VERSION_ID', value: `${target.objectId}::${target.systemId}::${target.number}` },
    namespace: 'local',
    type: target.number === undefined ? `VERSIONED_${target.kind}` : target.kind,
  },
  owner_id: { _type: 'OBJECT_REF', id: { _type: 'HIER_OBJECT_ID', value: ehrId }, namespace: 'local', type: 'EHR' },
});
