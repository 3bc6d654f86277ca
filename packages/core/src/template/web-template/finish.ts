import type { Draft, DraftCardinality } from './draft.ts';
import { uniqueIds } from './ids.ts';
import { present } from './inputs/options.ts';
import type { WebTemplateCardinality, WebTemplateNode } from './model.ts';

/** Gives ids to a finished tree of drafts and leaves out what is empty. */
export function finish(root: Draft, language: string): WebTemplateNode {
  const [id = ''] = uniqueIds([root.idText]);
  return nodeOf(root, id, new Map(), language);
}

/** @param siblings ids of the drafts under the same parent */
function nodeOf(draft: Draft, id: string, siblings: ReadonlyMap<Draft, string>, language: string): WebTemplateNode {
  const ids = uniqueIds(draft.children.map(({ idText }) => idText));
  const children = new Map(draft.children.map((child, index) => [child, ids[index] ?? '']));
  const dependsOn = draft.dependsOn.flatMap((needed) => siblings.get(needed) ?? []);
  const localizedName = draft.names[language];
  return {
    id,
    ...(draft.name === undefined ? {} : { name: draft.name }),
    ...(localizedName === undefined ? {} : { localizedName }),
    rmType: draft.rmType,
    ...(draft.nodeId === '' ? {} : { nodeId: draft.nodeId }),
    min: draft.min,
    max: draft.max ?? -1,
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
    ...present('localizedNames', draft.names),
    ...present('localizedDescriptions', draft.descriptions),
    ...present('annotations', draft.annotations),
    aqlPath: draft.path,
    ...(draft.proportionTypes.length === 0 ? {} : { proportionTypes: draft.proportionTypes }),
    ...(draft.inputs.length === 0 ? {} : { inputs: draft.inputs }),
    ...(draft.inContext ? { inContext: true } : {}),
    ...present(
      'cardinalities',
      draft.cardinalities.map((cardinality) => cardinalityOf(cardinality, children)),
    ),
    ...present('termBindings', draft.termBindings),
    ...present(
      'children',
      [...children].map(([child, childId]) => nodeOf(child, childId, children, language)),
    ),
  };
}

function cardinalityOf(
  { min, max, members }: DraftCardinality,
  ids: ReadonlyMap<Draft, string>,
): WebTemplateCardinality {
  return { min, max: max ?? -1, ids: members.flatMap((member) => ids.get(member) ?? []) };
}
