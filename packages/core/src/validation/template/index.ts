import { isJsonObject } from '../../json/value.ts';
import type { JsonObject } from '../../json/value.ts';
import type { OperationalTemplate } from '../../template/model.ts';
import type { CompiledTemplate } from '../contract.ts';
import { compileObject } from './object.ts';
import { issuesOf, report, startRun } from './run.ts';
import type { Run } from './run.ts';
import { termsOf } from './scope.ts';
import { majorVersionOf } from './slot.ts';
import { bareType } from './types.ts';

/** What a root without `_type` is: of all content, compositions alone have a template. */
const CONTENT_TYPE = 'COMPOSITION';

/**
 * Compiles an operational template into closures; what is odd in it but tolerated becomes a warning and rejects
 * nothing.
 *
 * `validate` expects an object that `checkRm` found structurally sound, and returns every finding in document order. A
 * root of another archetype or type is the only finding then: nothing below it is comparable.
 */
export function compileTemplate(template: OperationalTemplate): CompiledTemplate {
  const { definition, templateId } = template;
  const warnings: string[] = [];
  const root = compileObject(definition, {
    root: definition,
    terms: termsOf(definition.archetype),
    targets: new Map(),
    compile: compileObject,
    warn: (warning) => warnings.push(warning),
  });
  const archetypeId = definition.archetype?.archetypeId ?? definition.nodeId;
  const majorVersion = majorVersionOf(archetypeId);
  const rmType = bareType(definition.rmType);

  function checkRoot(object: JsonObject, run: Run): void {
    const nodeId = object['archetype_node_id'];
    if (!root.accepts(object, CONTENT_TYPE)) {
      report(run, 'wrong_type', `The type must be ${rmType}.`);
      return;
    }
    if (typeof nodeId === 'string' && majorVersionOf(nodeId) !== majorVersion) {
      report(run, 'root_archetype', `The root archetype must be ${archetypeId}.`, 'archetype_node_id');
      return;
    }
    if (root.name?.allows(object['name'], run.patience) === false) {
      report(run, 'name_not_allowed', `The template does not allow this name here; it has ${root.label}.`, 'name');
    }
    checkTemplateId(object, templateId, run);
    root.check?.(object, run);
  }

  return {
    templateId,
    archetypeId,
    rmType,
    warnings,
    validate: (object, { relaxMinimums = false } = {}) => {
      const run = startRun(object, relaxMinimums);
      checkRoot(object, run);
      return issuesOf(run);
    },
  };
}

/**
 * ARCHETYPED.template_id of the root, where there is one: that a COMPOSITION must have one is a rule of the reference
 * model.
 */
function checkTemplateId(root: JsonObject, templateId: string, run: Run): void {
  const details = root['archetype_details'];
  const id = isJsonObject(details) ? details['template_id'] : undefined;
  if (!isJsonObject(id) || id['value'] === templateId) return;
  report(
    run,
    'template_id',
    'template_id must be that of the template that the object is checked against.',
    'archetype_details',
  );
}
