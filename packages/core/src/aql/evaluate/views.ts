/**
 * EHR and VERSION are no documents: what they refer to in the reference model, AQL reaches as the objects themselves
 * (`e/ehr_status/subject`, `v/data`). Both are objects whose attributes are worked out when they are asked for.
 */
import { originalVersion } from '../../change-control/original-version.ts';
import { formatVersionUid } from '../../change-control/version-uid.ts';
import { ehrObject } from '../../ehr/ehr-object.ts';
import type { JsonObject } from '../../json/index.ts';
import type { ProjectedEhr, QueryDocument } from '../../ports/query.ts';
import type { Bound } from './row.ts';
import { isDeletion, type Tree } from './tree.ts';

export interface EhrBound extends Bound {
  readonly kind: 'ehr';
  readonly whole: () => JsonObject;
}

/** `trees`: the latest versions; `folders`: those of them that are folder hierarchies, in the order of their creation. */
export function bindEhr({ ehr }: ProjectedEhr, trees: readonly Tree[], folders: readonly Tree[]): EhrBound {
  const status = trees.find(({ version }) => version.objectId === ehr.statusObjectId);
  const whole = (): JsonObject => {
    const objectIds = folders.map(({ version }) => version.objectId);
    return ehrObject(ehr, status ? formatVersionUid(status.version) : '', objectIds);
  };
  const value: JsonObject = {
    _type: 'EHR',
    system_id: { _type: 'HIER_OBJECT_ID', value: ehr.systemId },
    ehr_id: { _type: 'HIER_OBJECT_ID', value: ehr.ehrId },
    get ehr_access() {
      return whole()['ehr_access'];
    },
    get time_created() {
      return whole()['time_created'];
    },
    get ehr_status() {
      return status?.root();
    },
    get directory() {
      return folders[0]?.root();
    },
    get folders() {
      return folders.map((tree) => tree.root());
    },
    get compositions() {
      return trees.filter(({ version }) => version.kind === 'COMPOSITION').map((tree) => tree.root());
    },
  };
  return { kind: 'ehr', value, type: 'EHR', whole };
}

export interface VersionBound extends Bound {
  readonly kind: 'version';
  readonly tree: Tree;
}

/** ORIGINAL_VERSION of a tree; a deletion has no `data`. */
export function bindVersion(version: QueryDocument, tree: Tree): VersionBound {
  let made: JsonObject | undefined;
  const original = (content?: JsonObject): JsonObject =>
    originalVersion(version, content, version.precedingSystemId ?? undefined);
  const envelope = (): JsonObject => (made ??= original());
  const data = (): JsonObject | undefined => (isDeletion(version) ? undefined : tree.root());
  const value: JsonObject = {
    _type: 'ORIGINAL_VERSION',
    uid: { _type: 'OBJECT_VERSION_ID', value: formatVersionUid(version) },
    get preceding_version_uid() {
      return envelope()['preceding_version_uid'];
    },
    get contribution() {
      return envelope()['contribution'];
    },
    get signature() {
      return envelope()['signature'];
    },
    get commit_audit() {
      return envelope()['commit_audit'];
    },
    get attestations() {
      return envelope()['attestations'];
    },
    get lifecycle_state() {
      return envelope()['lifecycle_state'];
    },
    get data() {
      return data();
    },
  };
  return { kind: 'version', value, type: 'ORIGINAL_VERSION', tree, whole: () => original(data()) };
}
