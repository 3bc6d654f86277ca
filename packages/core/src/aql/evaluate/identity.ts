/** Which predicates tell the nodes of one attribute apart, and which only filter them: the cohesion of paths. */
import type { Predicate } from '../model.ts';
import { isAtCodeText } from './predicate.ts';

/** One way to be a member: a node id, a name, or both. */
export interface Identity {
  readonly nodeId?: string;
  readonly name?: string;
}

/** The ways in which a predicate identifies; undefined when it doesn't. */
export function identitiesOf(predicate: Predicate | undefined): readonly Identity[] | undefined {
  if (!predicate) return undefined;
  const identities = predicate.alternatives.map((group): Identity => {
    const nodeId = group.find((criterion) => criterion.kind === 'node-id')?.nodeId;
    const name = group.find((criterion) => criterion.kind === 'name')?.name;
    return { ...(nodeId !== undefined && { nodeId }), ...(name !== undefined && { name }) };
  });
  const byId = identities.every(({ nodeId }) => nodeId !== undefined);
  const byName = identities.every(({ nodeId, name }) => nodeId === undefined && name !== undefined);
  return byId || byName ? identities : undefined;
}

/** Turns what identifies a path's step into the key of its node in the trie; undefined: the attribute as a whole. */
export type KeyOf = (identities: readonly Identity[] | undefined) => readonly Identity[] | undefined;

/**
 * How the steps on one attribute of one node share it. Any step without identity, or names beside node ids, and all share all
 * members. Otherwise an at-code stands for itself, whatever name comes with it; an archetype id is told apart by names unless
 * some step has it without one.
 */
export function cohesion(steps: readonly (readonly Identity[] | undefined)[]): KeyOf {
  const all = steps.flatMap((identities) => identities ?? []);
  const named = all.some(({ nodeId }) => nodeId === undefined);
  const identified = all.some(({ nodeId }) => nodeId !== undefined);
  if (steps.includes(undefined) || (named && identified)) return () => undefined;
  const nameless = new Set(
    all.flatMap(({ nodeId, name }) => (nodeId !== undefined && name === undefined ? nodeId : [])),
  );
  return (identities) =>
    identities?.map(({ nodeId, name }) => {
      if (nodeId === undefined) return { ...(name !== undefined && { name }) };
      const byIdAlone = name === undefined || isAtCodeText(nodeId) || nameless.has(nodeId);
      return byIdAlone ? { nodeId } : { nodeId, name };
    });
}

/** A text that is equal for keys with the same members. */
export const keyText = (key: readonly Identity[] | undefined): string =>
  key
    ? JSON.stringify(
        key
          .map(({ nodeId, name }) => [nodeId ?? null, name ?? null])
          .map((one) => JSON.stringify(one))
          .sort(),
      )
    : '';

/** The key as a predicate, for the test of members. */
export const keyPredicate = (key: readonly Identity[]): Predicate => ({
  alternatives: key.map(({ nodeId, name }) => [
    ...(nodeId === undefined ? [] : [{ kind: 'node-id' as const, nodeId }]),
    ...(name === undefined ? [] : [{ kind: 'name' as const, name }]),
  ]),
});

/** Whether membership in the key is all that the predicate asks. */
export const isCovered = (predicate: Predicate | undefined, key: readonly Identity[] | undefined): boolean =>
  !predicate || (key !== undefined && JSON.stringify(keyPredicate(key)) === JSON.stringify(predicate));
