import type { JsonObject } from '@cairn/core';
import { readTemplate } from '../../packages/core/src/template/index.ts';
import { checkRm } from '../../packages/core/src/validation/check-rm.ts';
import type { CompiledTemplate } from '../../packages/core/src/validation/contract.ts';
import { compileTemplate } from '../../packages/core/src/validation/template/index.ts';
import { LABORATORY_RESULT, readDemoTemplate, VITAL_SIGNS } from '../../packages/http/src/demo/templates.ts';

/** Validation as a commit does it: the reference model first, then the template. Throws on any finding. */
export async function checker(): Promise<(composition: JsonObject) => void> {
  const byArchetype = new Map<unknown, CompiledTemplate>();
  for (const templateId of [VITAL_SIGNS, LABORATORY_RESULT] as const) {
    const opt = new TextDecoder().decode(await readDemoTemplate(templateId));
    const template = compileTemplate(readTemplate(opt));
    byArchetype.set(template.archetypeId, template);
  }
  return (composition) => {
    const { structural, invariants } = checkRm(composition, 'COMPOSITION');
    const findings = byArchetype.get(composition['archetype_node_id'])?.validate(composition);
    if (structural.length + invariants.length > 0 || findings?.length !== 0)
      throw new Error('A composition of the benchmark is not valid');
  };
}
