/**
 * A number kept as it was written, because writing it any other way would change it: `12345678901234567890`,
 * `0.10`, `7.0`, `1e400`. It serialises as exactly that text.
 */
export class LexicalNumber {
  readonly lexical: string;

  constructor(lexical: string) {
    this.lexical = lexical;
  }

  /** The nearest double: for comparison and arithmetic, never for storage. */
  valueOf(): number {
    return Number(this.lexical);
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.lexical);
  }
}

export type JsonNumber = number | LexicalNumber;
export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject;

/** A JSON object as data. RM objects inside the core are their canonical JSON in this form. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof LexicalNumber);

export const isJsonNumber = (value: unknown): value is JsonNumber =>
  typeof value === 'number' || value instanceof LexicalNumber;
