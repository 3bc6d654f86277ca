import type { JsonValue } from './value.ts';

/** JSON text without white space; each number as it was written, absent (`undefined`) attributes left out. */
export const stringifyJson = (value: JsonValue): string => JSON.stringify(value);
