import { CdrError } from '../../errors.ts';
import { isSubtype, rmAttribute, rmClass } from '../../rm/index.ts';
import type { ArchetypeRoot, CAttribute, CComplexObject, CObject } from '../model.ts';
import { findTerm, textsOf } from '../terms.ts';
import { annotationsOf } from './annotations.ts';
import { addContext, isInContext } from './context.ts';
import { linkDependencies } from './dependencies.ts';
import { isProhibited, newDraft, NOTHING, single } from './draft.ts';
import type { Build, Draft, Outcome, Place } from './draft.ts';
import { elementDraft } from './element.ts';
import { bindingsOf } from './inputs/options.ts';
import { ismTransition } from './ism-transition.ts';
import { namesOf } from './names.ts';
import type { NodeName } from './names.ts';
import { segment } from './paths.ts';
import { resolveReference } from './reference.ts';
import { valueDraft } from './value.ts';

/** The definition of the template; its path is empty. */
export function rootDraft(build: Build): Draft {
  const { definition } = build.template;
  const root = definition.archetype ?? NO_ARCHETYPE;
  const [draft] = structureOutcome(build, definition, { path: '', attribute: '', owner: '', root }).drafts;
  return draft ?? newDraft({ rmType: definition.rmType, path: '', attribute: '' });
}

const NO_ARCHETYPE: ArchetypeRoot = { archetypeId: '', terms: new Map(), bindings: new Map() };

/** What a constraint becomes in the web template. */
function outcomeOf(build: Build, object: CObject, place: Place): Outcome {
  if (object.occurrences.max === 0) return NOTHING;
  build.budget.left -= 1;
  if (build.budget.left < 0) throw new CdrError('invalid_template', 'The web template would have too many nodes.');
  switch (object.kind) {
    case 'slot':
    case 'constraint-ref':
      return NOTHING;
    case 'internal-ref': {
      const target = resolveReference(build.template, place.root, object);
      if (target === undefined || build.references.has(object)) return NOTHING;
      const inside = { ...build, references: new Set([...build.references, object]) };
      return outcomeOf(inside, { ...target, occurrences: object.occurrences }, place);
    }
    case 'complex':
      return isStructure(object.rmType)
        ? structureOutcome(build, object, place)
        : single(valueDraft(build, object, place));
    default:
      return single(valueDraft(build, object, place));
  }
}

/** Objects with nodes inside, as opposed to data values, parties and codes. */
const isStructure = (rmType: string): boolean => isSubtype(rmType, 'PATHABLE');

function structureOutcome(build: Build, object: CComplexObject, outer: Place): Outcome {
  const root = object.archetype ?? outer.root;
  const names = namesOf(object, root, build.template.language);
  const outcomes = (names.length === 0 ? [undefined] : names).map((name) =>
    namedOutcome(build, object, { ...outer, root }, name),
  );
  return {
    drafts: outcomes.flatMap(({ drafts }) => drafts),
    cardinalities: outcomes.flatMap(({ cardinalities }) => cardinalities),
  };
}

function namedOutcome(build: Build, object: CComplexObject, place: Place, name: NodeName | undefined): Outcome {
  const node = startNode(build, object, place, name);
  if (object.rmType === 'ELEMENT') {
    return single(
      elementDraft(build, object, node, { path: node.path, attribute: 'value', owner: 'ELEMENT', root: place.root }),
    );
  }
  const inner = contents(build, object, { path: node.path, root: place.root });
  if (isLeftOut(object.rmType) && object !== build.template.definition) {
    return {
      drafts: inner.drafts.map((draft) => reachedBy(draft, place.attribute)),
      cardinalities: inner.cardinalities,
    };
  }
  if (inner.drafts.length === 0 && vanishes(object.rmType)) return NOTHING;
  const children = addContext(object, node.path, inner.drafts);
  linkDependencies(object.rmType, children);
  return single({ ...node, children, cardinalities: inner.cardinalities });
}

/** Levels without a meaning of their own. */
const isLeftOut = (rmType: string): boolean => rmType === 'HISTORY' || isSubtype(rmType, 'ITEM_STRUCTURE');

/** Levels that say nothing when they are empty. */
const vanishes = (rmType: string): boolean => rmType === 'CLUSTER' || isSubtype(rmType, 'EVENT');

function reachedBy(draft: Draft, attribute: string): Draft {
  draft.attribute = attribute;
  return draft;
}

/** Name, path and everything else that a node has whatever is inside it. */
function startNode(build: Build, object: CComplexObject, place: Place, name: NodeName | undefined): Draft {
  const { root, attribute } = place;
  const nodeId = object.archetype?.archetypeId ?? object.nodeId;
  const term = object.nodeId === '' ? undefined : findTerm(root, object.nodeId);
  const isRoot = object === build.template.definition;
  const path = isRoot ? '' : place.path + segment(attribute, nodeId, name?.text);
  const text = name?.text ?? term?.get('text');
  return newDraft({
    rmType: object.rmType,
    nodeId,
    path,
    attribute,
    idText: text ?? attribute,
    name: text,
    names: name?.texts ?? textsOf(root, object.nodeId),
    descriptions: { ...textsOf(root, object.nodeId, 'description'), ...name?.descriptions },
    min: object.occurrences.min,
    max: object.occurrences.max,
    annotations: annotationsOf(build.annotations, path, term),
    termBindings: bindingsOf(root, object.nodeId),
    inContext: isInContext(place.owner, attribute),
  });
}

/** The drafts of everything below an object, level by level left out where the web template has none. */
function contents(build: Build, object: CComplexObject, owner: { path: string; root: ArchetypeRoot }): Outcome {
  const drafts: Draft[] = [];
  const cardinalities: Outcome['cardinalities'][number][] = [];
  for (const attribute of object.attributes) {
    if (attribute.name === 'name' || isProhibited(attribute) || isComputed(object.rmType, attribute.name)) continue;
    const place: Place = { ...owner, owner: object.rmType, attribute: attribute.name };
    const outcome = attributeOutcome(build, attribute, place);
    drafts.push(...outcome.drafts);
    cardinalities.push(...outcome.cardinalities, ...cardinalityOf(attribute, outcome.drafts));
  }
  return { drafts, cardinalities };
}

/** A function of the model, such as EVENT.offset: a template may constrain it, but no data hold it. */
const isComputed = (rmType: string, attribute: string): boolean =>
  rmClass(rmType) !== undefined && rmAttribute(rmType, attribute) === undefined;

function attributeOutcome(build: Build, attribute: CAttribute, place: Place): Outcome {
  if (attribute.name === 'ism_transition') return single(ismTransition(build, attribute, place));
  const outcomes = attribute.children.map((child) => outcomeOf(build, child, place));
  const drafts = outcomes.flatMap((outcome) => outcome.drafts);
  const cardinalities = outcomes.flatMap((outcome) => outcome.cardinalities);
  const [only, ...others] = drafts;
  if (attribute.name === 'events' && only !== undefined && others.length === 0 && only.max === 1) {
    return { drafts: only.children, cardinalities: [...cardinalities, ...only.cardinalities] };
  }
  return { drafts, cardinalities };
}

/** Only what occurrences alone don't say: more than one at least, or a bound above. */
function cardinalityOf({ cardinality }: CAttribute, members: readonly Draft[]): Outcome['cardinalities'] {
  if (cardinality === undefined || members.length === 0) return [];
  if (cardinality.min <= 1 && cardinality.max === undefined) return [];
  return [{ min: cardinality.min, max: cardinality.max, members }];
}
