import * as v from 'valibot';

/**
 * The forms that a setting's value may have. Each takes a value as a TOML file gives it (typed) or as the environment
 * and `--set` do (text), and says in words what it expects. No message shows the value: it may be a secret.
 */
export interface Form<T> {
  /** For the documentation and for messages: "must be …". */
  readonly expects: string;
  readonly schema: v.GenericSchema<unknown, T>;
}

const parsed = <T>(expects: string, parse: (value: unknown) => T | undefined): Form<T> => ({
  expects,
  schema: v.pipe(
    v.unknown(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const result = parse(dataset.value);
      if (result !== undefined) return result;
      addIssue({ message: `must be ${expects}` });
      return NEVER;
    }),
  ),
});

const asText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export const text = (
  expects = 'text that is not empty',
  accepts: (value: string) => boolean = () => true,
): Form<string> =>
  parsed(expects, (value) => {
    const given = asText(value);
    return given !== undefined && accepts(given) ? given : undefined;
  });

export const flag: Form<boolean> = parsed('true or false', (value) => {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
});

export const integer = (min: number, max: number): Form<number> =>
  parsed(`an integer from ${min} to ${max}`, (value) => {
    const given = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    return typeof given === 'number' && Number.isInteger(given) && given >= min && given <= max ? given : undefined;
  });

export const choice = <const T extends string>(...options: readonly T[]): Form<T> =>
  parsed(
    options
      .map((option) => `\`${option}\``)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or '),
    (value) => options.find((option) => option === value),
  );

const SIZE_UNITS: Readonly<Record<string, number>> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** Bytes. */
export const size: Form<number> = parsed('a size such as `16MiB` (B, KiB, MiB, GiB) or a number of bytes', (value) => {
  const [, digits, unit = 'B'] = /^(\d{1,12})\s*([A-Za-z]+)?$/.exec(String(value)) ?? [];
  const factor = SIZE_UNITS[unit];
  const bytes = digits === undefined || factor === undefined ? 0 : Number(digits) * factor;
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
});

const DURATION_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** The longest time that a timer of Node.js can hold. */
const LONGEST = 2 ** 31 - 1;

/** Milliseconds. */
export const duration: Form<number> = parsed('a duration such as `500ms`, `10s`, `2m` or `1h`', (value) => {
  const [, digits, unit = ''] = (typeof value === 'string' && /^(\d{1,9})\s*(ms|s|m|h)$/.exec(value)) || [];
  const factor = DURATION_UNITS[unit];
  if (digits === undefined || factor === undefined) return undefined;
  const milliseconds = Number(digits) * factor;
  return milliseconds <= LONGEST ? milliseconds : undefined;
});

/** A list: an array in the file, a JSON array in the environment. */
export const list = <T>(expects: string, item: v.GenericSchema<unknown, T>): Form<readonly T[]> => ({
  expects,
  schema: v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? jsonOrUndefined(value) : value)),
    v.array(item, `must be ${expects}`),
  ),
});

function jsonOrUndefined(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
