/** From the versions of an envelope to the changes that are decided about. */
import { checkContent, type CheckedContent, type ContentRules } from '../change-control/content.ts';
import type { Change, Target } from '../change-control/decide.ts';
import { CHANGE_SET } from '../change-control/targets.ts';
import { checkUidForUpdate, objectIdForCreation } from '../change-control/uid.ts';
import { CdrError, type Issue } from '../errors.ts';
import { isJsonObject, type JsonValue } from '../json/value.ts';
import type { IdSource } from '../ports/runtime.ts';
import type { EhrRecord, RecordStore, VersionedKind } from '../ports/store.ts';
import type { EnvelopeVersion } from './read-envelope.ts';

export interface CheckedVersion {
  readonly version: EnvelopeVersion;
  /** Absent for deletions and attestations. */
  readonly content: (CheckedContent & { readonly rmType: VersionedKind }) | undefined;
}

/** Throws `invalid_body` with the structural issues of all versions, paths below `/versions[i]`. */
export async function checkVersions(
  rules: ContentRules,
  versions: readonly EnvelopeVersion[],
): Promise<readonly CheckedVersion[]> {
  const issues: Issue[] = [];
  const checked: CheckedVersion[] = [];
  for (const version of versions) {
    try {
      checked.push({ version, content: await contentOf(rules, version) });
    } catch (error) {
      if (!(error instanceof CdrError) || error.code !== 'invalid_body') throw error;
      const own = error.fields.issues ?? [{ path: '', code: 'data', message: error.message }];
      issues.push(...own.map((issue) => below(`${version.path}/data`, issue)));
    }
  }
  if (issues.length > 0) throw new CdrError('invalid_body', 'The body is not a valid CONTRIBUTION', { issues });
  return checked;
}

async function contentOf(rules: ContentRules, version: EnvelopeVersion): Promise<CheckedVersion['content']> {
  const { changeType, data, lifecycleState, preceding } = version;
  if (changeType === '523' || changeType === '666') return undefined;
  const rmType = kindOf(data);
  if (rmType === 'EHR_STATUS' && changeType !== '250' && changeType !== '251') {
    throw new CdrError(
      'invalid_body',
      'An EHR_STATUS is created with its EHR and never deleted; it can only be amended or modified',
    );
  }
  if (rmType === 'EHR_STATUS' && lifecycleState !== '532') {
    throw new CdrError('invalid_body', 'An EHR_STATUS is always 532|complete|');
  }
  const content = await checkContent(rules, rmType, data, lifecycleState);
  if (preceding) checkUidForUpdate(content.data, preceding.objectId);
  return { ...content, rmType };
}

function kindOf(data: JsonValue | undefined): VersionedKind {
  const type = isJsonObject(data) ? data['_type'] : undefined;
  if (type === 'COMPOSITION' || type === 'FOLDER' || type === 'EHR_STATUS') return type;
  const issues = [
    { path: '/_type', code: 'wrong_type', message: 'Expected a COMPOSITION, FOLDER or EHR_STATUS in canonical form' },
  ];
  throw new CdrError('invalid_body', 'The data is of no class that is versioned in an EHR', { issues });
}

/** All findings of all versions, an unknown template among them. */
export function findingsOf(checked: readonly CheckedVersion[]): readonly Issue[] {
  return checked.flatMap(({ version, content }) => {
    try {
      return (content?.findings() ?? []).map((issue) => below(`${version.path}/data`, issue));
    } catch (error) {
      if (!(error instanceof CdrError) || error.code !== 'unknown_template') throw error;
      return [{ path: `${version.path}/data/archetype_details/template_id`, code: error.code, message: error.message }];
    }
  });
}

/** Throws `invalid_body` for a deletion that names nothing, or an EHR_STATUS. */
export async function asChanges(
  { records, ids, systemId }: { readonly records: RecordStore; readonly ids: IdSource; readonly systemId: string },
  ehr: EhrRecord,
  checked: readonly CheckedVersion[],
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  /** Objects that earlier members of the change set create. */
  const created = new Map<string, VersionedKind>();
  for (const { version, content } of checked) {
    const { audit, preceding, lifecycleState, signature, attestations } = version;
    const target: Target = {
      objectId: preceding?.objectId ?? ehr.statusObjectId,
      preceding: preceding ? [preceding] : [],
      policy: CHANGE_SET,
    };
    if (!content) {
      const rmType = created.get(target.objectId) ?? (await records.object(ehr.ehrId, target.objectId))?.kind;
      if (version.changeType === '666') changes.push({ kind: 'attest', target, audit });
      else changes.push({ kind: 'delete', rmType: deletable(rmType, version), target, audit });
      continue;
    }
    const { rmType, data, template } = content;
    const written = {
      rmType,
      data,
      template,
      lifecycleState,
      audit,
      attestations,
      ...(signature !== undefined && { signature }),
    };
    if (version.changeType === '249') {
      const uid = version.uid === undefined ? undefined : objectIdForCreation({ uid: asUid(version.uid) }, systemId);
      const objectId = objectIdForCreation(data, systemId) ?? uid ?? ids.uuid();
      created.set(objectId, rmType);
      changes.push({ kind: 'create', objectId, ...written });
    } else changes.push({ kind: 'update', target, ...written });
  }
  return changes;
}

function deletable(rmType: VersionedKind | undefined, { path }: EnvelopeVersion): VersionedKind {
  if (rmType === 'COMPOSITION' || rmType === 'FOLDER') return rmType;
  const message = rmType ? 'An EHR_STATUS is never deleted' : 'The preceding version uid names nothing in this EHR';
  const issues = [{ path: `${path}/preceding_version_uid`, code: 'preceding_version', message }];
  throw new CdrError('invalid_body', 'The body is not a valid CONTRIBUTION', { issues });
}

const asUid = (uid: JsonValue): JsonValue => (typeof uid === 'string' ? { value: uid } : uid);

const below = (prefix: string, issue: Issue): Issue => ({
  ...issue,
  path: issue.path === '/' ? prefix : `${prefix}${issue.path}`,
});
