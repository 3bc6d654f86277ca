import { CdrError } from '../errors.ts';
import { decodeUtf8 } from '../json/index.ts';
import type { Clock, IdSource } from '../ports/runtime.ts';
import type { DefinitionStore, TemplateRecord } from '../ports/store.ts';
import { buildWebTemplate, readTemplate, type WebTemplate } from '../template/index.ts';
import { formatInstant } from '../time/index.ts';
import { compileTemplate } from '../validation/template/index.ts';
import type { TemplateRegistry } from './registry.ts';

/** A row of the template list, spelled as ITS-REST does. */
export interface TemplateSummary {
  readonly template_id: string;
  readonly concept: string;
  readonly archetype_id: string;
  readonly created_timestamp: string;
}

export interface UploadedTemplate {
  readonly templateId: string;
  /** `uid` of the OPT. */
  readonly uid: string;
}

/** Operational templates (OPT 1.4). Throws `invalid_template`, `malformed_xml`, `template_exists`, `template_not_found`, `template_in_use`. */
export interface TemplateService {
  upload(opt: string | Uint8Array): Promise<UploadedTemplate>;
  list(): Promise<readonly TemplateSummary[]>;
  /** The OPT as uploaded. */
  get(templateId: string): Promise<UploadedTemplate & { readonly opt: string }>;
  webTemplate(templateId: string): Promise<UploadedTemplate & { readonly webTemplate: WebTemplate }>;
  /** Refused while any version uses it. */
  delete(templateId: string): Promise<void>;
}

interface TemplateDeps {
  readonly definitions: DefinitionStore;
  readonly registry: TemplateRegistry;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export function createTemplateService({ definitions, registry, clock, ids }: TemplateDeps): TemplateService {
  const stored = async (templateId: string): Promise<TemplateRecord & { readonly opt: string }> => {
    const record = await definitions.template(templateId);
    if (!record) throw new CdrError('template_not_found', 'There is no template with this id');
    return record;
  };

  return {
    upload: async (opt) => {
      const text = typeof opt === 'string' ? opt : decodeUtf8(opt);
      const template = readTemplate(text);
      compileTemplate(template);
      const record: TemplateRecord = {
        templateId: template.templateId,
        concept: template.concept,
        archetypeId: template.definition.archetype?.archetypeId ?? template.definition.nodeId,
        uid: template.uid ?? ids.uuid(),
        timeCreated: clock.now(),
      };
      if ((await definitions.putTemplate(record, text)) === 'exists') {
        throw new CdrError('template_exists', 'There is a template with this id already');
      }
      return { templateId: record.templateId, uid: record.uid };
    },

    list: async () =>
      (await definitions.templates()).map(({ templateId, concept, archetypeId, timeCreated }) => ({
        template_id: templateId,
        concept,
        archetype_id: archetypeId,
        created_timestamp: formatInstant(timeCreated),
      })),

    get: async (templateId) => {
      const { uid, opt } = await stored(templateId);
      return { templateId, uid, opt };
    },

    webTemplate: async (templateId) => {
      const { uid, opt } = await stored(templateId);
      return { templateId, uid, webTemplate: buildWebTemplate(readTemplate(opt)) };
    },

    delete: async (templateId) => {
      const outcome = await definitions.deleteTemplate(templateId);
      registry.forget(templateId);
      if (outcome === 'absent') throw new CdrError('template_not_found', 'There is no template with this id');
      if (outcome === 'in-use') throw new CdrError('template_in_use', 'Compositions use this template');
    },
  };
}
