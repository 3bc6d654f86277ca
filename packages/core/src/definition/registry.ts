/** Compiled templates, kept: reading an OPT takes longer than validating a hundred compositions. */
import { CdrError } from '../errors.ts';
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
  /** Another one after anything that was kept has been forgotten: until then, what was found is what is found. */
  generation(): number;
  /** Forgets what the store has replaced or removed meanwhile. */
  forgetReplaced(): Promise<void>;
}

/** Compiled forms take some hundred kilobytes each. */
const MOST_KEPT = 500;

export function createTemplateRegistry(definitions: DefinitionStore): TemplateRegistry {
  const kept = new Map<string, RegisteredTemplate>();
  let generation = 0;

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
    generation: () => generation,
    forget: (templateId) => {
      if (kept.delete(templateId)) generation += 1;
    },
    forgetReplaced: async () => {
      const stored = new Map((await definitions.templates()).map((one) => [one.templateId, one.timeCreated]));
      for (const [templateId, { timeCreated }] of kept) {
        if (stored.get(templateId) !== timeCreated && kept.delete(templateId)) generation += 1;
      }
    },
  };
}

/**
 * Runs work that validates. When it is refused, and another node has replaced or removed a template that is kept here, it is
 * run once more: a refusal must not rest on a template that is not there any more. That nothing is accepted by one is an
 * expectation of every commit plan.
 */
export async function withCurrentTemplates<T>(templates: TemplateRegistry, work: () => Promise<T>): Promise<T> {
  const generation = templates.generation();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CdrError && BY_TEMPLATE.has(error.code))) throw error;
    await templates.forgetReplaced();
    // Others may have found out at the same time.
    if (templates.generation() === generation) throw error;
    return work();
  }
}

const BY_TEMPLATE: ReadonlySet<string> = new Set(['validation_failed', 'unknown_template']);
