/** The content of a new version, checked: form at once (400), meaning when it is its turn (422). */
import { CdrError, type Issue } from '../errors.ts';
import type { TemplateRegistry } from '../definition/registry.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import type { LifecycleState, VersionedKind } from '../ports/store.ts';
import { checkRm } from '../validation/check-rm.ts';
import { refusing, type ValidationProfile } from '../validation/profile.ts';
import type { TemplateUse } from './decide.ts';

export interface CheckedContent {
  readonly data: JsonObject;
  readonly template: TemplateUse | undefined;
  /** Throws `unknown_template`; collects what breaks RM invariants or the template. */
  findings(): readonly Issue[];
}

/** What kinds of content mean beyond their RM class. */
export interface ContentRules {
  readonly templates: TemplateRegistry;
  readonly validationProfile: ValidationProfile;
}

/**
 * Reads an object of the given class. Throws `invalid_body` with all structural issues; an EHR_STATUS that breaks an
 * invariant is malformed too (ITS-REST EHR API: 400).
 */
export async function checkContent(
  { templates, validationProfile }: ContentRules,
  rmType: VersionedKind,
  value: JsonValue | undefined,
  lifecycleState: LifecycleState,
): Promise<CheckedContent> {
  const data = rmType === 'EHR_STATUS' ? withStatusDefaults(value) : value;
  if (!isJsonObject(data))
    throw invalidBody(rmType, [{ path: '/', code: 'wrong_type', message: `Expected a ${rmType} object` }]);
  const { structural, invariants } = checkRm(data, rmType);
  const malformed = rmType === 'EHR_STATUS' ? [...structural, ...invariants] : structural;
  if (malformed.length > 0) throw invalidBody(rmType, malformed);
  if (rmType !== 'COMPOSITION') return { data, template: undefined, findings: () => invariants };

  const templateId = templateIdOf(data);
  const template = templateId === undefined ? undefined : await templates.find(templateId);
  return {
    data,
    template: template && { templateId: template.compiled.templateId, timeCreated: template.timeCreated },
    findings: () => {
      if (template) {
        // What was never finished can be given up as it is.
        const relaxMinimums = lifecycleState === '553' || lifecycleState === '801';
        return [...invariants, ...refusing(template.compiled.validate(data, { relaxMinimums }), validationProfile)];
      }
      if (templateId !== undefined)
        throw new CdrError('unknown_template', 'The composition names a template that is not here');
      const path = '/archetype_details/template_id';
      return [...invariants, { path, code: 'template_id_missing', message: 'A composition must name its template' }];
    },
  };
}

/** Throws `validation_failed` when there are findings. */
export function refuseFindings(findings: readonly Issue[]): void {
  if (findings.length === 0) return;
  const count = findings.length === 1 ? 'one finding' : `${findings.length} findings`;
  throw new CdrError('validation_failed', `The content is not valid: ${count}`, { issues: findings });
}

const invalidBody = (rmType: VersionedKind, issues: readonly Issue[]): CdrError =>
  new CdrError('invalid_body', `The body is not a valid ${rmType}`, { issues });

/** LOCATABLE attributes that an EHR_STATUS may leave out: they say nothing about the subject. */
function withStatusDefaults(status: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(status)) return status;
  return {
    _type: 'EHR_STATUS',
    name: { _type: 'DV_TEXT', value: 'EHR Status' },
    archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
    ...status,
  };
}

/** `archetype_details/template_id/value` of a COMPOSITION. */
function templateIdOf(composition: JsonObject): string | undefined {
  const details = composition['archetype_details'];
  const id = isJsonObject(details) ? details['template_id'] : undefined;
  const value = isJsonObject(id) ? id['value'] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
