export { compareNumbers, isInteger, toNumber } from './decimal.ts';
export type { NumberMode } from './cursor.ts';
export type { ParseOptions } from './parse.ts';
export { parseJson } from './parse.ts';
export { stringifyJson } from './stringify.ts';
export { decodeUtf8 } from './utf8.ts';
export type { JsonNumber, JsonObject, JsonValue } from './value.ts';
export { isJsonNumber, isJsonObject, LexicalNumber } from './value.ts';
