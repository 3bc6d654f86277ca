/**
 * The version lifecycle state machine: RM "Change control", UML state chart RM-version_lifecycle.
 *
 * Only the transitions that are drawn there are legal; an illegal one is refused and names both states (requirement
 * "Version lifecycle state of a composition").
 */
import { CdrError } from '../errors.ts';
import type { LifecycleState } from '../ports/store.ts';
import { codedText } from './codes.ts';

/** From → to; `none` is an object's first version. */
const TRANSITIONS: Readonly<Record<LifecycleState | 'none', readonly LifecycleState[]>> = {
  none: ['532', '553'],
  '532': ['532', '553', '800', '523'],
  '553': ['532', '553', '801', '523'],
  '800': ['532', '553', '523'],
  '801': ['553', '523'],
  '523': ['532', '553'],
};

/**
 * Throws `illegal_lifecycle_transition` with both states. `from` undefined: there is no version yet. Only a deletion leads to
 * `523|deleted|`; content can't claim it.
 */
export function checkTransition(
  from: LifecycleState | undefined,
  to: LifecycleState,
  by: 'content' | 'deletion',
): void {
  const legal = TRANSITIONS[from ?? 'none'].includes(to) && (to === '523') === (by === 'deletion');
  if (legal) return;
  const fromState = from === undefined ? '(none)' : stateText(from);
  const toState = stateText(to);
  throw new CdrError('illegal_lifecycle_transition', `Illegal lifecycle transition ${fromState} -> ${toState}`, {
    fromState,
    toState,
  });
}

/** `801|abandoned|` */
export const stateText = (state: LifecycleState): string => codedText('lifecycle', state);
