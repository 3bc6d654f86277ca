import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../json/value.ts';
import { first, newEhr, planOn } from '../plans.ts';
import { committed, type StoreUnderTest } from '../support.ts';
import { answerOf } from './answers.ts';
import { versionOf } from './indexed-version.ts';
import { ENCOUNTER, REPORT } from './random-documents.ts';

const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T08:00:00Z`;

interface Case {
  readonly name: string;
  /** Of compositions, each of the next of two EHRs; undefined: without a context. */
  readonly starts: readonly (string | undefined)[];
  /** It is sure which are the first, by starts alone. */
  readonly isSure?: boolean;
}

const CASES: readonly Case[] = [
  { name: 'no two start at the same time', starts: [3, 1, 6, 5, 2, 4].map(day), isSure: true },
  { name: 'two of those that are wanted start at the same time', starts: [3, 1, 6, 6, 2, 4].map(day) },
  { name: 'the last that is wanted starts when the next one does', starts: [4, 1, 6, 5, 4, 2, 4].map(day) },
  { name: 'all start at the same time', starts: Array.from({ length: 7 }, () => day(1)) },
  { name: 'there are fewer than are wanted', starts: [2, 1].map(day) },
  { name: 'some have no start', starts: [day(3), undefined, day(2), day(6), undefined, day(1), day(4)] },
  { name: 'none has a start', starts: [undefined, undefined, undefined, undefined] },
  {
    name: 'the same moment is written in several ways',
    starts: [day(3), day(1), '2026-01-03T10:00:00+02:00', '2026-01-03', day(2), '2026-01-03T08:00:00.000Z'],
  },
];

/** The first compositions by their start: as from documents, whatever starts are the same. */
export function firstStartTests(store: StoreUnderTest): void {
  describe('the first by start', () => {
    test.each(CASES)('$name', async ({ starts, isSure = false }) => {
      await store().admin.deleteAllEhrs();
      const ehrs = [newEhr(), newEhr({ notBefore: 1 })];
      for (const ehr of ehrs) await committed(store(), ehr);
      for (const [place, start] of starts.entries()) {
        const { ehrId } = ehrs[place % ehrs.length] ?? newEhr();
        await committed(store(), planOn(ehrId, { versions: [versionOf(first(), startingAt(start, place))] }));
      }
      for (const query of queries) {
        const { rows } = await answerOf(store(), query, 'none');
        const found = await answerOf(store(), query, 'covering');
        expect({ query, rows: found.rows }).toEqual({ query, rows });
        if (isSure) expect(found.answered).toContain('rows of the first');
      }
    });
  });
}

const queries = ['', `[${ENCOUNTER}]`].flatMap((archetype) =>
  ['value', ''].flatMap((attribute) =>
    ['ASC', 'DESC'].flatMap((direction) =>
      [1, 3, 4].map((limit) => {
        const by = ['c/context/start_time', attribute].filter(Boolean).join('/');
        return `SELECT e/ehr_id/value, c/uid/value, c/context/start_time/value FROM EHR e CONTAINS COMPOSITION c${archetype}
          ORDER BY ${by} ${direction} LIMIT ${limit}`;
      }),
    ),
  ),
);

const startingAt = (start: string | undefined, place: number): JsonObject => ({
  _type: 'COMPOSITION',
  archetype_node_id: place % 3 === 1 ? REPORT : ENCOUNTER,
  name: { _type: 'DV_TEXT', value: 'Note' },
  ...(start !== undefined && {
    context: { _type: 'EVENT_CONTEXT', start_time: { _type: 'DV_DATE_TIME', value: start } },
  }),
});
