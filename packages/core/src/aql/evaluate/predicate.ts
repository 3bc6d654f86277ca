/** Predicates on nodes: AQL 1.1 "Archetype predicate", "Node predicate", "Standard predicate". */
import { isJsonObject } from '../../json/index.ts';
import type { Criterion, Predicate } from '../model.ts';
import { compileCondition } from './condition.ts';
import { endOf, type Host, type Operand } from './expression.ts';
import { attributeOf, compileSuffix, compileWalk, typed, type Located, type LocatedTest } from './walk.ts';

/** How a predicate of FROM fits: `local` only by an at-code, which means nothing outside its archetype. */
export type Fit = 'free' | 'local' | 'none';

type Shared = Pick<Host<Located>, 'now' | 'terminologies' | 'look'>;

export interface Predicates {
  test(predicate: Predicate): LocatedTest;
  fit(predicate: Predicate): (at: Located) => Fit;
}

/** Inside a predicate paths begin at the object that it is about. */
export function createPredicates(shared: Shared): Predicates {
  const test = (predicate: Predicate): LocatedTest => {
    const groups = predicate.alternatives.map(groupTest);
    const [only] = groups;
    return groups.length === 1 && only ? only : (at) => groups.some((group) => group(at));
  };

  const groupTest = (criteria: readonly Criterion[]): LocatedTest => {
    const tests = criteria.map(criterionTest);
    const [only] = tests;
    return tests.length === 1 && only ? only : (at) => tests.every((one) => one(at));
  };

  const criterionTest = (criterion: Criterion): LocatedTest => {
    switch (criterion.kind) {
      case 'node-id':
        return ({ value }) => attributeOf(value, 'archetype_node_id') === criterion.nodeId;
      case 'name':
        return ({ value }) => attributeOf(attributeOf(value, 'name'), 'value') === criterion.name;
      case 'name-code':
        return ({ value }) => isCodedSo(value, criterion);
      case 'condition': {
        const condition = compileCondition(criterion.condition, host);
        return (at) => condition(at) === true;
      }
    }
  };

  const host: Host<Located> = {
    ...shared,
    exists: ({ steps }) => {
      const walk = compileWalk(steps, test);
      return (at) => walk(at, () => true);
    },
    path: (path): Operand<Located> => {
      const { steps } = path;
      const end = endOf(path);
      if (steps.every(({ multiple, predicate }) => !multiple && !predicate)) {
        return { value: compileSuffix(steps.map(({ attribute }) => attribute)), end };
      }
      const walk = compileWalk(steps, test);
      const values: Operand<Located>['values'] = (at) => {
        const found: ReturnType<typeof typed>[] = [];
        walk(at, (last) => {
          found.push(typed(last));
          return false;
        });
        return found;
      };
      return { value: (at) => values(at)[0], values, end };
    },
  };

  return {
    test,
    fit: (predicate) => {
      const groups = predicate.alternatives.map((group) => ({ test: groupTest(group), local: group.some(isAtCode) }));
      return (at) => {
        let fit: Fit = 'none';
        for (const group of groups) {
          if (!group.test(at)) continue;
          if (!group.local) return 'free';
          fit = 'local';
        }
        return fit;
      };
    },
  };
}

function isCodedSo(
  value: Located['value'],
  { terminologyId, code }: Criterion & { readonly kind: 'name-code' },
): boolean {
  const phrase = attributeOf(attributeOf(value, 'name'), 'defining_code');
  if (!isJsonObject(phrase) || phrase['code_string'] !== code) return false;
  return attributeOf(phrase['terminology_id'], 'value') === terminologyId;
}

const AT_CODE = /^(?:at|id)\d/;

/** Node ids are at-codes (or id-codes) below an archetype root, and the id of the archetype at one. */
export const isAtCodeText = (nodeId: string): boolean => AT_CODE.test(nodeId);

const isAtCode = (criterion: Criterion): boolean => criterion.kind === 'node-id' && isAtCodeText(criterion.nodeId);

/** Whether a predicate means something only within one archetype. */
export const namesAtCode = (predicate: Predicate | undefined): boolean =>
  predicate?.alternatives.some((group) => group.some(isAtCode)) ?? false;

/** Whether a predicate pins its nodes to an archetype or a node of one. */
export const namesNode = (predicate: Predicate | undefined): boolean =>
  predicate?.alternatives.some((group) => group.some(({ kind }) => kind === 'node-id')) ?? false;
