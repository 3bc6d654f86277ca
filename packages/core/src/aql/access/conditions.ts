/** What of a condition must be true of the index rows of one document. */
import { parseUidBasedId } from '../../change-control/version-uid.ts';
import type { LeafTest, Need } from '../../ports/query.ts';
import type { Binding, Comparison, Condition, Expression, Literal, MatchItem, Path } from '../model.ts';
import { indexedPath } from './indexed-path.ts';
import { comparisonTests, patternTests } from './leaf-tests.ts';

/** Variables that are bound within one and the same document, or not at all. */
export type BindingOf = (slot: number) => Binding | undefined;

/**
 * A condition is true of a row only if it is true of values, and those of the given variables come from one document: that
 * document has to meet what is returned. Undefined: nothing is known.
 */
export function needOfCondition(condition: Condition, bindingOf: BindingOf): Need | undefined {
  switch (condition.kind) {
    case 'and':
      return allOf(condition.operands.map((operand) => needOfCondition(operand, bindingOf)));
    case 'or':
      return anyOf(condition.operands.map((operand) => needOfCondition(operand, bindingOf)));
    case 'compare':
      return needOfComparison(condition.op, condition.left, condition.right, bindingOf);
    case 'like': {
      const { left, pattern } = condition;
      return left.kind === 'path' ? leafNeed(left, bindingOf, (suffix) => patternTests(suffix, pattern)) : undefined;
    }
    case 'matches': {
      const { left, items } = condition;
      if (left.kind !== 'path' || items.length > MOST_IDS) return undefined;
      return anyOf(items.map((item) => needOfItem(left, item, bindingOf)));
    }
    case 'not':
    case 'exists':
    case 'known':
    case 'regex':
      return undefined;
  }
}

/** Those that are known, all of them, as far as they fit. */
export function allOf(needs: readonly (Need | undefined)[]): Need | undefined {
  const known: Need[] = [];
  let room = MOST_TESTS;
  for (const need of needs) {
    if (need === undefined || testsOf(need) > room) continue;
    room -= testsOf(need);
    known.push(need);
  }
  return known.length > 1 ? { kind: 'and', operands: known } : known[0];
}

/** One of them; nothing when one of them is not known, or when they are too many. */
export function anyOf(needs: readonly (Need | undefined)[]): Need | undefined {
  const known = needs.filter((need) => need !== undefined);
  if (known.length < needs.length) return undefined;
  const operands = merged(known);
  if (operands.reduce((sum, need) => sum + testsOf(need), 0) > MOST_TESTS) return undefined;
  return operands.length === 1 ? operands[0] : { kind: 'or', operands };
}

/** A database takes no condition of thousands of parts, and an index is no help for one of hundreds. */
const MOST_TESTS = 100;
/** Ids are looked up in one list. */
export const MOST_IDS = 5_000;

function testsOf(need: Need): number {
  switch (need.kind) {
    case 'and':
    case 'or':
      return need.operands.reduce((sum, operand) => sum + testsOf(operand), 0);
    case 'leaf':
      return need.tests.length;
    case 'object':
      return need.objectIds.length > MOST_IDS ? Infinity : 1;
    case 'kind':
    case 'root':
    case 'no-root':
    case 'template':
      return 1;
  }
}

/** Objects that are named one by one become one list. */
function merged(needs: readonly Need[]): readonly Need[] {
  const objectIds = needs.flatMap((need) => (need.kind === 'object' ? need.objectIds : []));
  const others = needs.filter(({ kind }) => kind !== 'object');
  return objectIds.length > 0 ? [{ kind: 'object', objectIds }, ...others] : others;
}

function needOfComparison(op: Comparison, left: Expression, right: Expression, bindingOf: BindingOf): Need | undefined {
  return left.kind === 'path' && right.kind === 'literal' ? literalNeed(left, op, right, bindingOf) : undefined;
}

function needOfItem(path: Path, item: MatchItem, bindingOf: BindingOf): Need | undefined {
  switch (item.kind) {
    case 'value':
      return literalNeed(path, '=', item.value, bindingOf);
    case 'interval':
      return allOf([
        item.lower && literalNeed(path, '>=', item.lower, bindingOf),
        item.upper && literalNeed(path, '<=', item.upper, bindingOf),
      ]);
    case 'terminology':
      return undefined;
  }
}

function literalNeed(path: Path, op: Comparison, { value }: Literal, bindingOf: BindingOf): Need | undefined {
  if (typeof value === 'string' && op === '=' && bindingOf(path.slot)?.rmType === 'COMPOSITION') {
    switch (path.steps.map(({ attribute }) => attribute).join('/')) {
      case 'archetype_details/template_id/value':
        return { kind: 'template', templateIds: [value] };
      case 'uid/value': {
        const uid = parseUidBasedId(value);
        if (!uid) return undefined;
        return { kind: 'object', objectIds: [uid.kind === 'object' ? uid.objectId : uid.versionUid.objectId] };
      }
    }
  }
  return leafNeed(path, bindingOf, (suffix) => comparisonTests(suffix, op, value));
}

function leafNeed(
  path: Path,
  bindingOf: BindingOf,
  testsOf: (suffix: string) => readonly LeafTest[] | undefined,
): Need | undefined {
  const binding = bindingOf(path.slot);
  const indexed = binding && indexedPath(binding, path);
  const tests = indexed && testsOf(indexed.suffix);
  return tests && { kind: 'leaf', path: indexed.pattern, tests };
}
