import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/json/value.ts';
import { checkRm } from '../../../src/validation/check-rm.ts';

/** What an object is, the object, and the findings that it has to have, as `code path`. */
export type Row = readonly [title: string, object: JsonObject, ...findings: readonly string[]];

/** One test per row, on an object whose class is `rmClass` or the one that its `_type` names. */
export function findings(rmClass: string, rows: readonly Row[]): void {
  for (const [title, object, ...expected] of rows) {
    test(`${rmClass} ${title}: ${expected.length === 0 ? 'no finding' : expected.join(', ')}`, () => {
      const { structural, invariants } = checkRm(object, rmClass);
      expect(structural).toEqual([]);
      expect(invariants.map(({ code, path }) => `${code} ${path}`)).toEqual(expected);
      for (const { message } of invariants) expect(message).toMatch(/^\S.*\.$/);
    });
  }
}

export const text = (value: string): JsonObject => ({ _type: 'DV_TEXT', value });

export const phrase = (terminology: string, code: string): JsonObject => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string: code,
});

export const coded = (terminology: string, code: string, value = 'words'): JsonObject => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: phrase(terminology, code),
});

export const openehr = (code: string): JsonObject => coded('openehr', code);

export const dateTime = (value: string): JsonObject => ({ _type: 'DV_DATE_TIME', value });

export const locatable = (type: string, nodeId: string, attributes: JsonObject = {}): JsonObject => ({
  _type: type,
  name: text('name'),
  archetype_node_id: nodeId,
  ...attributes,
});

export const element = (attributes: JsonObject): JsonObject => locatable('ELEMENT', 'at0004', attributes);

export const tree = (...items: readonly JsonObject[]): JsonObject => locatable('ITEM_TREE', 'at0001', { items });
