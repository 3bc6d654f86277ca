import { daysInMonth } from './calendar.ts';
import { fourDigits, twoDigits } from './scan.ts';

/** A date as precise as it was written: `2021`, `2021-10` or `2021-10-05`. */
export interface IsoDate {
  readonly kind: 'date';
  /** 0 to 9999. */
  readonly year: number;
  readonly month: number | undefined;
  /** Only where there is a month, and valid for it. */
  readonly day: number | undefined;
}

const DASH = 45;

/**
 * Reads a date in extended (`2021-10-05`, `2021-10`) or basic form (`20211005`, `202110`), or a year alone; `undefined` for anything else.
 * Source: openEHR BASE Foundation types, Time_Definitions.valid_iso8601_date.
 */
export const parseDate = (text: string): IsoDate | undefined => scanDate(text, text.length);

/** `parseDate` of the text before `end`. */
export function scanDate(text: string, end: number): IsoDate | undefined {
  const year = fourDigits(text, 0);
  if (year < 0) return undefined;
  if (end === 4) return { kind: 'date', year, month: undefined, day: undefined };
  const dash = text.charCodeAt(4) === DASH ? 1 : 0;
  const month = twoDigits(text, 4 + dash);
  if (month < 1 || month > 12) return undefined;
  const monthEnd = 6 + dash;
  if (end === monthEnd) return { kind: 'date', year, month, day: undefined };
  if (dash === 1 && text.charCodeAt(monthEnd) !== DASH) return undefined;
  const day = twoDigits(text, monthEnd + dash);
  if (day < 1 || day > daysInMonth(year, month) || end !== monthEnd + dash + 2) return undefined;
  return { kind: 'date', year, month, day };
}
