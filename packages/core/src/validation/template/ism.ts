import { isJsonObject } from '../../json/value.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import type { CObject } from '../../template/model.ts';
import { codeOf } from './code-phrase.ts';
import type { Assign } from './matching.ts';
import type { Node } from './node.ts';
import { checkTried, isSpent, report, tryCheck } from './run.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';

/**
 * ACTION.ism_transition: its alternatives (C_COMPLEX_OBJECT of ISM_TRANSITION) stand for the careflow steps of the
 * archetype. They are told apart by careflow_step, never by node id; without a careflow step one whose states allow the
 * current state is enough. That a transition leads into the current state is a rule of the reference model.
 */
export function compileIsmTransition(children: readonly CObject[], nodes: readonly Node[], scope: Scope): Assign {
  const all = [...nodes.keys()];
  const steps = children.map(careflowCodes);
  const ofAnyStep = all.filter((index) => steps[index] === undefined);
  const byStep = new Map<string, number[]>();
  steps.forEach((codes, index) => {
    for (const code of new Set(codes)) byStep.set(code, [...(byStep.get(code) ?? []), index]);
  });
  const known = [...byStep.keys()].join(', ');
  const silent: Scope = { ...scope, warn: () => undefined };
  const states = children.map((child) => scope.compile(withStateAlone(child), silent).check);

  return (transition, _places, run) => {
    if (!isJsonObject(transition)) return -1;
    const step = codedText(transition['careflow_step']);
    const candidates = step === undefined ? all : (byStep.get(step) ?? ofAnyStep);
    const [only] = candidates;
    if (only === undefined) {
      report(run, 'careflow_step', `The careflow step must be one of ${known}.`, 'careflow_step');
      return -1;
    }
    if (candidates.length > 1) return choose(transition, candidates, run);
    nodes[only]?.check?.(transition, run);
    return only;
  };

  /** The first candidate that finds nothing, or else of those that allow the state the one that finds the least. */
  function choose(transition: JsonObject, candidates: readonly number[], run: Run): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const index of candidates) {
      if (isSpent(run)) return index;
      const check = nodes[index]?.check;
      const weight = check === undefined ? 0 : tryCheck(run, check, transition);
      if (weight === 0) return index;
      if (weight >= least) continue;
      const state = states[index];
      if (state === undefined || tryCheck(run, state, transition) === 0) [best, least] = [index, weight];
    }
    if (best >= 0) checkTried(run, nodes[best]?.check, transition, least);
    else {
      report(
        run,
        'ism_transition',
        'The current state is not one that the template allows for any of its careflow steps.',
      );
    }
    return best;
  }
}

const withStateAlone = (c: CObject): CObject =>
  c.kind === 'complex' ? { ...c, attributes: c.attributes.filter(({ name }) => name === 'current_state') } : c;

/** Codes that an ISM_TRANSITION constraint allows its careflow_step; undefined: any. */
function careflowCodes(c: CObject): readonly string[] | undefined {
  const step = c.kind === 'complex' ? c.attributes.find(({ name }) => name === 'careflow_step') : undefined;
  const codes = (step?.children ?? []).flatMap((child) =>
    child.kind === 'complex' ? child.attributes.filter(({ name }) => name === 'defining_code') : [],
  );
  const listed = codes
    .flatMap(({ children }) => children)
    .flatMap((child) => (child.kind === 'code-phrase' ? child.codes : []));
  return listed.length === 0 ? undefined : listed;
}

const codedText = (value: JsonValue | undefined): string | undefined =>
  isJsonObject(value) ? codeOf(value['defining_code'])?.code : undefined;
