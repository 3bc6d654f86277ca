import type { PrimitiveConstraint, TextInterval } from '../../model.ts';
import type { Range, WebTemplateInput } from '../model.ts';
import { DURATION_FIELDS } from './open.ts';
import type { DurationField } from './open.ts';

type CDuration = Extract<PrimitiveConstraint, { kind: 'duration' }>;

/**
 * One whole-number input for each part that the pattern allows; `PT24H`, with digits, is no such pattern and allows
 * all.
 */
export function durationInputs({ pattern, range, assumed }: CDuration): readonly WebTemplateInput[] {
  const fields = pattern === undefined || /\d/.test(pattern) ? DURATION_FIELDS : allowedFields(pattern);
  const defaults = assumed === undefined ? undefined : fieldsOf(assumed);
  return fields.map((suffix) => {
    const defaultValue = defaults?.get(suffix);
    return {
      suffix,
      type: 'INTEGER',
      validation: { range: fieldRange(suffix, range) },
      ...(defaultValue === undefined ? {} : { defaultValue }),
    };
  });
}

const DATE_LETTERS: Readonly<Record<string, DurationField>> = { Y: 'year', M: 'month', W: 'week', D: 'day' };
const TIME_LETTERS: Readonly<Record<string, DurationField>> = { H: 'hour', M: 'minute', S: 'second' };

function allowedFields(pattern: string): readonly DurationField[] {
  const [date = '', time = ''] = pattern.toUpperCase().replace(/^P/, '').split('T');
  const fields = [...date]
    .map((letter) => DATE_LETTERS[letter])
    .concat([...time].map((letter) => TIME_LETTERS[letter]));
  const known = fields.filter((field) => field !== undefined);
  return known.length === 0 ? DURATION_FIELDS : known;
}

/** The parts of an ISO 8601 duration that are written out. */
function fieldsOf(duration: string): ReadonlyMap<DurationField, number> {
  const [date = '', time = ''] = duration.toUpperCase().replace(/^-?P/, '').split('T');
  const fields = new Map<DurationField, number>();
  for (const [part, letters] of [
    [date, DATE_LETTERS],
    [time, TIME_LETTERS],
  ] as const) {
    for (const [, amount = '', letter = ''] of part.matchAll(/([\d.,]+)([A-Z])/g)) {
      const field = letters[letter];
      if (field !== undefined) fields.set(field, Number(amount.replace(',', '.')));
    }
  }
  return fields;
}

/** Bounds of a duration are bounds of the parts that they write out; without one a part is not negative. */
function fieldRange(field: DurationField, range: TextInterval | undefined): Range {
  const min = range?.lower === undefined ? undefined : fieldsOf(range.lower).get(field);
  const max = range?.upper === undefined ? undefined : fieldsOf(range.upper).get(field);
  return { minOp: '>=', min: min ?? 0, ...(max === undefined ? {} : { maxOp: '<=', max }) };
}
