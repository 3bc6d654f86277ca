/** CURRENT_DATE, CURRENT_TIME, CURRENT_DATE_TIME and CURRENT_TIMEZONE: one instant for the whole query (AQL 1.1 "Functions"). */
import type { FunctionName, NowFunction } from '../model.ts';

const NAMES: ReadonlySet<FunctionName> = new Set<NowFunction>([
  'CURRENT_DATE',
  'CURRENT_TIME',
  'CURRENT_DATE_TIME',
  'CURRENT_TIMEZONE',
]);

export const isNowFunction = (name: FunctionName): name is NowFunction => NAMES.has(name);

/** `instant`: milliseconds since 1970; `timezone`: an IANA name. Worked out when first asked for: few queries do. */
export function nowFunctions(instant: number, timezone: string): (name: NowFunction) => string {
  let known: Readonly<Record<NowFunction, string>> | undefined;
  return (name) => (known ??= textsAt(instant, timezone))[name];
}

function textsAt(instant: number, timezone: string): Readonly<Record<NowFunction, string>> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  // `GMT+05:30`, and plain `GMT` for zero.
  const zone = part('timeZoneName').slice('GMT'.length) || '+00:00';
  const milliseconds = String(((instant % 1000) + 1000) % 1000).padStart(3, '0');
  return {
    CURRENT_DATE: date,
    CURRENT_TIME: time,
    CURRENT_DATE_TIME: `${date}T${time}.${milliseconds}${zone}`,
    CURRENT_TIMEZONE: zone,
  };
}
