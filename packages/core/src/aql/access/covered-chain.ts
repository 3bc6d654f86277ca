/** FROM of queries that index rows alone can answer: one chain EHR, COMPOSITION, entry of an archetype. */
import type { IndexQuery } from '../../ports/query.ts';
import type { Binding, BoundQuery, Containment, Predicate } from '../model.ts';
import { archetypeIdsOf, nodeIdsOf } from './indexed-path.ts';

export interface Chain {
  readonly ehr: Binding | undefined;
  readonly composition: Binding | undefined;
  readonly entry: Binding | undefined;
  /** An entry that the composition does not contain. */
  readonly without: Binding | undefined;
}

const ENTRIES = ['OBSERVATION', 'EVALUATION', 'INSTRUCTION', 'ACTION', 'ADMIN_ENTRY'];

/** Undefined when FROM is something else. */
export function chainOf({ bindings, from }: BoundQuery): Chain | undefined {
  const chain: Binding[] = [];
  let at: Containment | undefined = from;
  for (; at?.kind === 'class'; at = at.contains) {
    const binding = bindings[at.slot];
    if (!binding) return undefined;
    chain.push(binding);
  }
  const without = at && negatedIn(at, bindings);
  if (chain.length + Number(without !== undefined) !== bindings.length) return undefined;
  const ehr = chain[0]?.rmType === 'EHR' ? chain.shift() : undefined;
  const composition = chain[0]?.rmType === 'COMPOSITION' ? chain.shift() : undefined;
  const entry = chain.shift();
  if (chain.length > 0 || (!composition && !entry) || (entry && without)) return undefined;
  if (composition && !isPlain(composition.predicate)) return undefined;
  return [entry, without].every((one) => !one || isNamedEntry(one)) ? { ehr, composition, entry, without } : undefined;
}

/** The class that is not to be contained, of one that contains nothing else. */
function negatedIn(at: Containment, bindings: readonly Binding[]): Binding | undefined {
  return at.kind === 'not' && at.operand.kind === 'class' && !at.operand.contains
    ? bindings[at.operand.slot]
    : undefined;
}

const isNamedEntry = ({ rmType, predicate }: Binding): boolean =>
  ENTRIES.includes(rmType) && predicate !== undefined && isPlain(predicate);

/** No predicate, or nothing but one archetype id. */
function isPlain(predicate: Predicate | undefined): boolean {
  if (!predicate) return true;
  return (
    predicate.alternatives.length === 1 &&
    predicate.alternatives[0]?.length === 1 &&
    archetypeIdsOf(predicate) !== undefined
  );
}

/** What of a question to the index FROM says. */
export function rootsOf({ composition, entry, without }: Chain): Omit<IndexQuery, 'wanted'> {
  const compositionArchetypeIds = archetypeIdsOf(composition?.predicate);
  const [own, other] = [namedRoot(entry), namedRoot(without)];
  return {
    ...(compositionArchetypeIds && { compositionArchetypeIds }),
    ...(own && { entry: own }),
    ...(other && { without: other }),
  };
}

function namedRoot(binding: Binding | undefined): IndexQuery['entry'] {
  const archetypeId = nodeIdsOf(binding?.predicate)?.[0];
  return binding && archetypeId !== undefined ? { rmType: binding.rmType, archetypeId } : undefined;
}
