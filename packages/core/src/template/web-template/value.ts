import type { CComplexObject, CObject } from '../model.ts';
import { withDefaults } from './defaults.ts';
import { newDraft } from './draft.ts';
import type { Build, Draft, Place } from './draft.ts';
import { isInContext } from './context.ts';
import { inputsOf } from './inputs/index.ts';

/** A data value, party, code or primitive: a leaf, but for intervals, whose limits are fields of their own. */
export function valueDraft(build: Build, object: CObject, place: Place): Draft {
  const { language, languages } = build.template;
  const path = `${place.path}/${place.attribute}`;
  const terms = { root: place.root, language, languages, attribute: place.attribute };
  const { inputs, proportionTypes = [] } = inputsOf(terms, object);
  return newDraft({
    rmType: object.rmType,
    path,
    attribute: place.attribute,
    min: object.occurrences.min,
    max: object.occurrences.max,
    inContext: isInContext(place.owner, place.attribute),
    inputs: withDefaults(build.defaults, path, inputs),
    proportionTypes,
    children: isInterval(object) ? limitDrafts(build, object, path, place) : [],
  });
}

const isInterval = (object: CObject): object is CComplexObject =>
  object.kind === 'complex' && /^DV_INTERVAL\b/.test(object.rmType);

const LIMITS = ['upper', 'lower'];

/** `upper` and `lower`: as constrained, else of the type that the interval is of. */
function limitDrafts(build: Build, interval: CComplexObject, path: string, { root }: Place): Draft[] {
  const constrained = interval.attributes.filter(({ name }) => LIMITS.includes(name));
  const rmType = /<(.*)>/.exec(interval.rmType)?.[1];
  const open = rmType === undefined ? [] : LIMITS.filter((limit) => constrained.every(({ name }) => name !== limit));
  return [
    ...constrained.flatMap(({ name, children }) =>
      children.map((child) => valueDraft(build, child, { path, attribute: name, owner: interval.rmType, root })),
    ),
    ...open.map((limit) => {
      const occurrences = { min: 0, max: 1 };
      const object: CObject = { kind: 'complex', rmType: rmType ?? '', occurrences, nodeId: '', attributes: [] };
      return valueDraft(build, object, { path, attribute: limit, owner: interval.rmType, root });
    }),
  ];
}
