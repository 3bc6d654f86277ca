import { isJsonObject } from '../../json/value.ts';
import type { JsonValue } from '../../json/value.ts';
import { typeOf } from '../../rm/index.ts';
import { lookAt, perType } from './candidates.ts';
import type { Assign } from './matching.ts';
import type { Node } from './node.ts';
import { hasRoom, makeRoom, noteMovable } from './places.ts';
import type { Places } from './places.ts';
import { checkTried, isSpent, REFUSAL, report, tryCheck } from './run.ts';
import type { Run } from './run.ts';

const isPlainText = (value: JsonValue, declaredType: string): boolean =>
  isJsonObject(value) && typeOf(value, declaredType) === 'DV_TEXT';

/**
 * Matching of everything that has no node id of its own (data values, code phrases, parties, primitives): the
 * alternatives of the value's type, and of these one that the value satisfies. A node id in the template means nothing
 * here.
 */
export function compileAlternatives(nodes: readonly Node[], declaredType: string): Assign {
  const types = [...new Set(nodes.map(({ rmType }) => rmType))];
  const expected = types.join(' or ');
  const onlyUris = types.includes('DV_URI') && types.every((type) => type === 'DV_URI' || type === 'DV_EHR_URI');
  const indexes = nodes.map((_, index) => index);
  const acceptedOf = perType(nodes, indexes, declaredType, (accepted) => accepted);
  const lone = nodes.length === 1 ? nodes[0] : undefined;

  return (value, places, run) => {
    // Most attributes have just one.
    const candidates = lone === undefined ? acceptedOf(value) : lone.accepts(value, declaredType) ? indexes : NONE;
    const [first] = candidates;
    if (first === undefined) {
      const code = onlyUris && isPlainText(value, declaredType) ? 'text_for_uri' : 'wrong_type';
      report(run, code, `The type must be ${expected}.`);
      return -1;
    }
    if (candidates.length > 1) return choose(value, candidates, places, run);
    if (!hasRoom(places, first)) makeRoom(places, candidates, run);
    nodes[first]?.check?.(value, run);
    return first;
  };

  function choose(value: JsonValue, candidates: readonly number[], places: Places | undefined, run: Run): number {
    let best = -1;
    let least = REFUSAL;
    const full: number[] = [];
    for (const index of lookAt(candidates, run)) {
      if (isSpent(run)) {
        if (places !== undefined) places.unsure = true;
        return index;
      }
      const check = nodes[index]?.check;
      const weight = check === undefined ? 0 : tryCheck(run, check, value);
      if (weight >= REFUSAL) continue;
      if (!hasRoom(places, index)) full.push(index);
      else if (weight < least) [best, least] = [index, weight];
      if (least === 0) break;
    }
    if (best >= 0) {
      if (least === 0) noteMovable(places, best, value, candidates, run);
      checkTried(run, nodes[best]?.check, value, least);
      return best;
    }
    const [satisfied] = full;
    if (satisfied !== undefined) {
      const free = makeRoom(places, full, run);
      const index = free >= 0 ? free : satisfied;
      nodes[index]?.check?.(value, run);
      return index;
    }
    return refuse(value, candidates, run);
  }

  function refuse(value: JsonValue, candidates: readonly number[], run: Run): number {
    const type = isJsonObject(value) ? typeOf(value, declaredType) : undefined;
    const sameType = candidates.filter((index) => nodes[index]?.rmType === type);
    const [meant] = sameType;
    if (meant !== undefined && sameType.length === 1) {
      nodes[meant]?.check?.(value, run);
      return meant;
    }
    report(run, 'no_alternative', `The value satisfies none of the ${candidates.length} alternatives of the template.`);
    return -1;
  }
}

const NONE: readonly number[] = [];
