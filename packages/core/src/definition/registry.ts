/** Compiled templates, kept: reading an OPT takes longer than validating a hundred compositions. */
import type { DefinitionStore, TemplateRecord } from '../ports/store.ts';
import { readTemplate } from '../template/index.ts';
import type { CompiledTemplate } from '../validation/contract.ts';
import { compileTemplate } from '../validation/template/index.ts';

export interface RegisteredTemplate {
  readonly compiled: CompiledTemplate;
  /** Tells this upload from a later one under the same id. */
  readonly timeCreated: number;
}

export interface TemplateRegistry {
  find(templateId: string): Promise<RegisteredTemplate | undefined>;
  /** Makes the next `find` ask the store again. */
  forget(templateId: string): void;
}

/** Compiled forms take some hundred kilobytes each. */
const MOST_KEPT = 500;

export function createTemplateRegistry(definitions: DefinitionStore): TemplateRegistry {
  const kept = new Map<string, RegisteredTemplate>();

  const keep = (record: TemplateRecord, compiled: CompiledTemplate): RegisteredTemplate => {
    const registered = { compiled, timeCreated: record.timeCreated };
    const oldest = kept.size >= MOST_KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(record.templateId, registered);
    return registered;
  };

  return {
    find: async (templateId) => {
      const known = kept.get(templateId);
      if (known) return known;
      const record = await definitions.template(templateId);
      return record && keep(record, compileTemplate(readTemplate(record.opt)));
    },
    forget: (templateId) => void kept.delete(templateId),
  };
}
