/** Two stores with one history: whatever is done is done to both, and the answers are compared to the byte. */
import { CdrError, createCdr, type Cdr, type Store } from '@cairn/core';
import { expect } from 'vitest';
import { readDemoTemplate, VITAL_SIGNS } from '../../packages/http/src/demo/templates.ts';
import { SYSTEM } from './world.ts';

export interface Twin {
  readonly cdr: Cdr;
  readonly store: Store;
}

export interface Twins extends AsyncDisposable {
  /** What both answer, as text: JSON, or the code and message of the refusal. */
  ask(question: (twin: Twin) => Promise<unknown>): Promise<string>;
  /** What both answer; throws a refusal. */
  act<Answer>(deed: (twin: Twin) => Promise<Answer>): Promise<Answer>;
  /** Milliseconds; the clock of both goes by so many. */
  wait(time: number): number;
}

const START = Date.UTC(2026, 0, 5, 8);

/** Both have the vital signs template, the same clock, which stands still between waits, and the same ids. */
export async function openTwins(open: readonly (() => Promise<Store>)[]): Promise<Twins> {
  let now = START;
  const twins = await Promise.all(
    open.map(async (openStore): Promise<Twin> => {
      const store = await openStore();
      const cdr = await createCdr({
        store,
        systemId: SYSTEM,
        timezone: 'UTC',
        clock: { now: () => now },
        ids: serialIds(),
      });
      await cdr.templates.upload(await readDemoTemplate(VITAL_SIGNS));
      return { cdr, store };
    }),
  );

  async function both<Answer>(deed: (twin: Twin) => Promise<Answer>): Promise<PromiseSettledResult<Answer>> {
    const [first, ...others] = await Promise.allSettled(twins.map(deed));
    if (!first) throw new TypeError('There are no stores');
    for (const other of others) expect(answerText(other)).toBe(answerText(first));
    return first;
  }

  return {
    ask: async (question) => answerText(await both(question)),
    async act(deed) {
      const answer = await both(deed);
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    },
    wait: (time) => (now += time),
    [Symbol.asyncDispose]: async () => void (await Promise.all(twins.map(({ store }) => store.close()))),
  };
}

function serialIds(): { uuid(): string } {
  let count = 0;
  return { uuid: () => `5e71a100-0000-4000-8000-${String((count += 1)).padStart(12, '0')}` };
}

function answerText(answer: PromiseSettledResult<unknown>): string {
  if (answer.status === 'fulfilled') return JSON.stringify(answer.value, withText) ?? 'nothing';
  const { reason } = answer;
  if (reason instanceof CdrError) return `${reason.code}: ${reason.message}`;
  throw reason;
}

/** A Buffer has turned itself into something else by the time that it is handed over as `value`. */
function withText(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const original = this[key];
  return original instanceof Uint8Array ? new TextDecoder().decode(original) : value;
}
