import { compareNumbers, isJsonNumber } from '../../json/index.ts';
import type { JsonNumber } from '../../json/index.ts';
import type { Interval, PrimitiveConstraint } from '../../template/model.ts';
import { intervalTest, intervalText, listText } from './bounds.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';

/** Whether a number lies in an interval, by exact decimal comparison. */
export const numberInterval = (interval: Interval): ((value: JsonNumber) => boolean) =>
  intervalTest<JsonNumber, number>(interval, compareNumbers);

/** C_INTEGER and C_REAL: a member of the list, or inside the range (AOM 1.4, C_INTEGER and C_REAL). */
export function compileNumber(item: Extract<PrimitiveConstraint, { kind: 'integer' | 'real' }>): Check | undefined {
  const { list, range } = item;
  if (list.length > 0) {
    const message = `The number must be ${listText(list)}.`;
    return (value, run) => {
      if (isJsonNumber(value) && !list.some((member) => compareNumbers(value, member) === 0)) {
        report(run, 'number_not_in_list', message);
      }
    };
  }
  if (range === undefined) return undefined;
  const inside = numberInterval(range);
  const message = `The number must be in ${intervalText(range)}.`;
  return (value, run) => {
    if (isJsonNumber(value) && !inside(value)) report(run, 'number_range', message);
  };
}
