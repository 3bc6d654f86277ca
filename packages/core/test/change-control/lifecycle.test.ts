import { describe, expect, it } from 'vitest';
import { checkTransition } from '../../src/change-control/lifecycle.ts';
import type { LifecycleState } from '../../src/ports/store.ts';

const STATES: readonly LifecycleState[] = ['532', '553', '800', '801', '523'];

/** RM UML state chart RM-version_lifecycle, transitions by content; deletion has a row of its own below. */
const LEGAL: Record<string, readonly LifecycleState[]> = {
  none: ['532', '553'],
  '532': ['532', '553', '800'],
  '553': ['532', '553', '801'],
  '800': ['532', '553'],
  '801': ['553'],
  '523': ['532', '553'],
};

describe('version lifecycle state machine (RM change control; requirement "States and transitions")', () => {
  for (const [from, legal] of Object.entries(LEGAL)) {
    for (const to of STATES) {
      const state = from === 'none' ? undefined : (from as LifecycleState);
      it(`${from} -> ${to} by content is ${legal.includes(to) ? 'legal' : 'refused'}`, () => {
        const check = () => checkTransition(state, to, 'content');
        if (legal.includes(to)) expect(check).not.toThrow();
        else expect(check).toThrow(expect.objectContaining({ code: 'illegal_lifecycle_transition' }));
      });
    }
  }

  it.each(['532', '553', '800', '801'] as const)('%s -> 523 by deletion is legal', (from) => {
    expect(() => checkTransition(from, '523', 'deletion')).not.toThrow();
  });

  it('names both states with code and rubric', () => {
    expect(() => checkTransition('801', '532', 'content')).toThrow(
      expect.objectContaining({
        message: 'Illegal lifecycle transition 801|abandoned| -> 532|complete|',
        fields: { fromState: '801|abandoned|', toState: '532|complete|' },
      }),
    );
  });
});
