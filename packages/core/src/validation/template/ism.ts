import { isJsonObject } from '../../json/value.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import type { CObject } from '../../template/model.ts';
import { codeOf } from './code-phrase.ts';
import type { Assign } from './matching.ts';
import type { Node } from './node.ts';
import { report, tryCheck } from './run.ts';
import type { Run } from './run.ts';

/**
 * ACTION.ism_transition: its alternatives (C_COMPLEX_OBJECT of ISM_TRANSITION) stand for the careflow steps of the
 * archetype. They are told apart by careflow_step, never by node id; without a careflow step one whose states allow the
 * current state is enough. That a transition leads into the current state is a rule of the reference model.
 */
export function compileIsmTransition(children: readonly CObject[], nodes: readonly Node[]): Assign {
  const steps = children.map(careflowCodes);
  const known = [...new Set(steps.flatMap((codes) => codes ?? []))].join(', ');

  return (transition, _counts, run) => {
    if (!isJsonObject(transition)) return -1;
    const step = codedText(transition['careflow_step']);
    let candidates = nodes.map((_, index) => index);
    if (step !== undefined) {
      candidates = candidates.filter((index) => steps[index]?.includes(step));
      if (candidates.length === 0)
        candidates = nodes.flatMap((_, index) => (steps[index] === undefined ? [index] : []));
      if (candidates.length === 0) {
        report(run, 'careflow_step', `The careflow step must be one of ${known}.`, 'careflow_step');
        return -1;
      }
    }
    return choose(transition, candidates, run);
  };

  function choose(transition: JsonObject, candidates: readonly number[], run: Run): number {
    const [only] = candidates;
    if (only === undefined) return -1;
    if (candidates.length === 1) {
      nodes[only]?.check?.(transition, run);
      return only;
    }
    for (const index of candidates) {
      const check = nodes[index]?.check;
      if (check === undefined || tryCheck(run, check, transition) === 0) return index;
    }
    report(
      run,
      'ism_transition',
      'The current state is not one that the template allows for any of its careflow steps.',
    );
    return -1;
  }
}

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
