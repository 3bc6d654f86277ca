import type { JsonValue } from '../../json/value.ts';
import type { CObject, PrimitiveConstraint } from '../../template/model.ts';
import { listText } from './bounds.ts';
import type { FindingCode } from './codes.ts';
import type { Node } from './node.ts';
import { tolerantPattern, type Patience } from '../../pattern/index.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';
import type { Scope } from './scope.ts';

type CString = Extract<PrimitiveConstraint, { kind: 'string' }>;

/** Whether a text is allowed; one that there is no effort left to match is. */
export type TextTest = (text: string, patience: Patience) => boolean;

/** What a C_STRING allows, or undefined when it allows everything. */
export function stringTest(item: CString, warn: (warning: string) => void): TextTest | undefined {
  if (item.listOpen) return undefined;
  const matches = item.pattern === undefined || item.pattern === '.*' ? undefined : tolerantPattern(item.pattern, warn);
  const members = new Set(item.list);
  if (matches !== undefined) return (text, patience) => members.has(text) || matches(text, patience) !== false;
  return members.size === 0 ? undefined : (text) => members.has(text);
}

/** C_STRING: a member of the list unless the list is open, or a full match of the pattern (AOM 1.4, C_STRING). */
export function compileString(item: CString, warn: (warning: string) => void): Check | undefined {
  const allows = stringTest(item, warn);
  if (allows === undefined) return undefined;
  const byList = item.list.length > 0;
  const code: FindingCode = byList ? 'string_not_in_list' : 'string_pattern';
  const message = byList
    ? `The text must be ${listText(item.list.map((text) => JSON.stringify(text)))}.`
    : `The text must match the pattern ${item.pattern ?? ''}.`;
  return (value: JsonValue, run) => {
    if (typeof value === 'string' && !allows(value, run.patience)) report(run, code, message);
  };
}

/**
 * ACTIVITY.action_archetype_id by C_STRING: its value is itself a pattern over archetype ids (RM 1.1.0, ACTIVITY), so
 * that the template's own pattern as value says the same as the template, and `.*` says nothing against it.
 */
export function compileActionArchetypeId(c: CObject, scope: Scope): Node {
  const node = scope.compile(c, scope);
  const { check } = node;
  if (check === undefined || c.kind !== 'primitive' || c.item.kind !== 'string') return node;
  const pattern = withoutSlashes(c.item.pattern ?? '');
  return {
    ...node,
    check: (value, run) => {
      if (typeof value !== 'string') return;
      const text = withoutSlashes(value);
      if (text !== pattern && text !== '.*') check(text.replaceAll('\\.', '.'), run);
    },
  };
}

const withoutSlashes = (text: string): string =>
  text.length > 1 && text.startsWith('/') && text.endsWith('/') ? text.slice(1, -1) : text;
