/** Paths of covered queries: the one that leads to values of the entry, and those to what is known of each row. */
import type { Path } from '../model.ts';

export interface ValuePath {
  /** The path to the data value, as text. */
  readonly stem: string;
  /** From the data value on. */
  readonly suffix: string;
}

/** What index rows may say of a data value. */
const SUFFIXES = ['magnitude', 'units', 'value', 'defining_code/code_string', 'defining_code/terminology_id/value'];

/** Undefined when the path may not lead to the same instances in every row: there must be an at-code at each step. */
export function valuePath({ predicate, steps }: Path): ValuePath | undefined {
  const end = steps.findIndex((step) => !step.predicate);
  const suffix = plainSteps(steps.slice(end + 1));
  if (predicate || end < 1 || steps[end]?.attribute !== 'value' || suffix === undefined) return undefined;
  const nodes = steps.slice(0, end).map((step) => {
    const [group, ...more] = step.predicate?.alternatives ?? [];
    const [criterion, ...rest] = group ?? [];
    return criterion?.kind === 'node-id' && /^at\d/.test(criterion.nodeId) && more.length + rest.length === 0
      ? `${step.attribute}[${criterion.nodeId}]`
      : undefined;
  });
  if (!nodes.every((node) => node !== undefined) || !SUFFIXES.includes(suffix)) return undefined;
  return { stem: nodes.join('/'), suffix };
}

/** Attributes, when there is nothing else. */
export const plainText = ({ predicate, steps }: Path): string | undefined =>
  predicate ? undefined : plainSteps(steps);

const plainSteps = (steps: Path['steps']): string | undefined =>
  steps.some((step) => step.predicate) ? undefined : steps.map(({ attribute }) => attribute).join('/');
