import { CdrError } from '../../src/errors.ts';
import type { JsonValue } from '../../src/json/index.ts';
import { isJsonObject } from '../../src/json/index.ts';
import { rmAttribute, rmClass } from '../../src/rm/index.ts';

export const V1 = 'http://schemas.openehr.org/v1';
export const V2 = 'http://schemas.openehr.org/v2';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** An ELEMENT of a CLUSTER around some content: the shortest document with an `xsi:type` in it. */
export const cluster = (items: string): string =>
  `<cluster xmlns="${V1}" xmlns:xsi="${XSI}" archetype_node_id="at0001"><name><value>c</value></name>${items}</cluster>`;

export const element = (value: string): string =>
  `<items xsi:type="ELEMENT" archetype_node_id="at0002"><name><value>e</value></name>${value}</items>`;

/** `code path` of each issue with which an operation is refused, or the error code where there are none. */
export function refusalOf(operation: () => unknown): string[] {
  try {
    operation();
  } catch (error) {
    if (!(error instanceof CdrError)) throw error;
    return error.fields.issues?.map(({ code, path }) => `${code} ${path}`) ?? [error.code];
  }
  return ['accepted'];
}

/**
 * A copy in which the spellings that canonical JSON leaves open are one: `_type` everywhere it can be known, no empty lists,
 * no line breaks in base64, today's name of `workflow_id`.
 */
export function normalise(value: JsonValue | undefined, declared: string): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item: JsonValue) => normalise(item, declared) ?? null);
  if (declared === 'Octets' && typeof value === 'string') return value.replace(/\s+/g, '');
  if (!isJsonObject(value)) return value;
  const { _type: named = rmClass(declared)?.abstract === false ? declared : undefined, ...attributes } = value;
  const out: Record<string, JsonValue> = named === undefined ? {} : { _type: named };
  for (const [name, item] of Object.entries(attributes)) {
    if (item === undefined || (Array.isArray(item) && item.length === 0)) continue;
    const type = typeof named === 'string' ? rmAttribute(named, name)?.type : undefined;
    out[name === 'work_flow_id' ? 'workflow_id' : name] = normalise(item, type ?? '') ?? null;
  }
  return out;
}
