import { LexicalNumber, type Explanation, type JsonObject, type JsonValue } from '@cairn/core';
import { hasRole } from '../auth/index.ts';
import { HttpError } from '../errors/index.ts';
import { jsonAnswer, type Answer, type Call } from '../routing/index.ts';
import { flagOf } from './query-input.ts';

/** Whether a body asks for EXPLAIN, which is for administrators: it tells how the store is made. Throws `forbidden`. */
export function wantsExplain(call: Call, body: JsonObject): boolean {
  if (!flagOf(body, 'explain')) return false;
  if (!hasRole(call.principal, 'admin')) throw new HttpError('forbidden', 'explain needs the role admin.');
  return true;
}

/** How a query would be answered, in place of its rows. */
export const explainAnswer = (q: string, explanation: Explanation): Answer =>
  jsonAnswer({ q, plan: explanationJson(explanation) });

export const explanationJson = (explanation: Explanation): JsonObject => plainMembers(explanation);

const plainMembers = (value: object): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, plain(member)]])),
  );

/** Plain data: a set becomes a list. */
function plain(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Set) return Array.from(value, plain);
  if (value instanceof LexicalNumber || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  return value === null || typeof value !== 'object' ? null : plainMembers(value);
}
