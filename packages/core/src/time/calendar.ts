/** The proleptic Gregorian calendar in whole days; year 0 is the leap year before year 1, as in ISO 8601. */

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days in a month, 1 to 12, of a year. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days from 0000-03-01, where the count below would start by itself, to 0001-01-01. */
const DAYS_BEFORE_YEAR_1 = 306;

/** Days from 0001-01-01 to a date: 0 for that day itself. */
export function dayNumber(year: number, month: number, day: number): number {
  // Counting years from March puts the leap day last, so that the months before it have fixed lengths.
  const shifted = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + dayOfYear - DAYS_BEFORE_YEAR_1;
}

/** Day number of 1970-01-01, where the milliseconds of a clock start. */
export const UNIX_EPOCH_DAY = 719_162;
