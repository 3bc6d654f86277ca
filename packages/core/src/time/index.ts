export { compareDateTimes, compareDates, compareDurations, compareTimes } from './compare.ts';
export { type IsoDate, parseDate } from './date.ts';
export { type IsoDateTime, parseDateTime } from './date-time.ts';
export { type IsoDuration, parseDuration } from './duration.ts';
export { dateMagnitude, dateTimeMagnitude, durationMagnitude, instantOf, timeMagnitude } from './magnitude.ts';
export { formatInstant, parseRequestTime } from './request-time.ts';
export { type IsoTime, parseTime } from './time.ts';
