/** Stored paths of the index, step by step. */
import { rmClasses } from '../../rm/index.ts';

export interface StoredStep {
  readonly attribute: string;
  readonly nodeId: string | undefined;
  /** The attribute is a list: a row's position has an index for it. */
  readonly multiple: boolean;
}

const known = new Map<string, readonly StoredStep[]>();

/** There are as many paths as archetypes make; those of data without any are not kept for ever. */
const MOST = 20_000;

/** `/data[at0001]/events[at0006]/time` */
export function stepsOf(path: string): readonly StoredStep[] {
  const found = known.get(path);
  if (found) return found;
  if (known.size >= MOST) known.clear();
  const steps = path.slice(1).split('/').map(stepOf);
  known.set(path, steps);
  return steps;
}

function stepOf(text: string): StoredStep {
  const bracket = text.indexOf('[');
  const attribute = bracket < 0 ? text : text.slice(0, bracket);
  const nodeId = bracket < 0 ? undefined : text.slice(bracket + 1, -1);
  return { attribute, nodeId, multiple: listAttributes().has(attribute) };
}

let lists: ReadonlySet<string> | undefined;

/** No attribute on the way to a leaf is a list in one class and none in another. */
const listAttributes = (): ReadonlySet<string> =>
  (lists ??= new Set(
    Array.from(rmClasses()).flatMap(({ attributes }) =>
      [...attributes.values()].filter(({ multiple }) => multiple).map(({ name }) => name),
    ),
  ));
