/** From the versions of an envelope to the changes that are decided about. */
import { checkContent, type CheckedContent, type ContentRules } from '../change-control/content.ts';
import type { Change, Target } from '../change-control/decide.ts';
import { CHANGE_SET } from '../change-control/targets.ts';
import { checkUidForUpdate, objectIdForCreation, uidMismatch } from '../change-control/uid.ts';
import { CdrError, type Issue } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { IdSource } from '../ports/runtime.ts';
import type { EhrRecord, VersionedKind } from '../ports/store.ts';
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

/** Throws `invalid_body` for an EHR_STATUS that has the uid of another object. */
export function asChanges(
  { ids, systemId }: { readonly ids: IdSource; readonly systemId: string },
  ehr: EhrRecord,
  checked: readonly CheckedVersion[],
): readonly Change[] {
  return checked.map(({ version, content }): Change => {
    const { path, changeType, audit, preceding, lifecycleState, statedLifecycle, signature, attestations } = version;
    const target: Target = {
      objectId: preceding?.objectId ?? ehr.statusObjectId,
      preceding: preceding ? [preceding] : [],
      policy: CHANGE_SET,
      path,
    };
    const signed = { audit, attestations, ...(signature !== undefined && { signature }) };
    if (!content) {
      if (changeType !== '666') return { kind: 'delete', target, ...signed };
      return { kind: 'attest', target, audit, ...(statedLifecycle && { lifecycleState: statedLifecycle }) };
    }
    const { rmType, data, template } = content;
    const written = { rmType, data, template, lifecycleState, ...signed };
    if (changeType === '249') {
      const uid =
        version.uid === undefined ? undefined : objectIdForCreation({ uid: { value: version.uid } }, systemId);
      return { kind: 'create', objectId: objectIdForCreation(data, systemId) ?? uid ?? ids.uuid(), ...written };
    }
    refuseOtherUids(version, data, target.objectId);
    return { kind: 'update', target, ...written };
  });
}

/** Where a version names none before it, which object it means is known only now. */
function refuseOtherUids({ path, uid }: EnvelopeVersion, data: JsonObject, objectId: string): void {
  const inside = uidMismatch(data, objectId);
  const beside = uid === undefined ? undefined : uidMismatch({ uid: { value: uid } }, objectId);
  const issues = [...(beside ? [below(path, beside)] : []), ...(inside ? [below(`${path}/data`, inside)] : [])];
  if (issues.length > 0) throw new CdrError('invalid_body', 'The body is not a valid CONTRIBUTION', { issues });
}

const below = (prefix: string, issue: Issue): Issue => ({
  ...issue,
  path: issue.path === '/' ? prefix : `${prefix}${issue.path}`,
});
