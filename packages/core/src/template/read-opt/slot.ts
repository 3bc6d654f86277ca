import { child, childrenOf } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';
import { tokenOf } from './reading.ts';

/** OPERATOR_KIND of the AM: matches. */
const MATCHES = '2007';

/**
 * The regular expressions over archetype ids in the assertions `includes` or `excludes` of a slot. Layout inside an
 * expression is dropped: no archetype id has white space. An assertion that says anything else counts as absent.
 */
export function readAssertions(slot: XmlElement, name: 'includes' | 'excludes'): string[] {
  return childrenOf(slot, name).flatMap((assertion) => {
    const pattern =
      expressionPattern(child(assertion, 'expression')) ?? writtenPattern(child(assertion, 'string_expression'));
    const regex = pattern?.replaceAll(/\s+/g, '') ?? '';
    return regex === '' ? [] : [regex];
  });
}

/** `archetype_id/value matches C_STRING.pattern` as an expression tree. */
function expressionPattern(expression: XmlElement | undefined): string | undefined {
  if (expression === undefined || tokenOf(child(expression, 'operator')) !== MATCHES) return undefined;
  const operand = child(expression, 'right_operand');
  const item = operand && child(operand, 'item');
  if (item === undefined) return undefined;
  // Some exporters wrap the C_STRING into a C_PRIMITIVE_OBJECT.
  const constraint = child(item, 'item') ?? item;
  return tokenOf(child(constraint, 'pattern')) ?? alternatives(childrenOf(constraint, 'list'));
}

const alternatives = (list: readonly XmlElement[]): string | undefined => {
  const ids = list.flatMap((entry) => tokenOf(entry) ?? []);
  return ids.length === 0 ? undefined : ids.join('|');
};

/** The same as text: `archetype_id/value matches {/openEHR-EHR-…/}`. */
function writtenPattern(expression: XmlElement | undefined): string | undefined {
  return /matches\s*\{\s*\/(.*)\/\s*\}/s.exec(expression?.text ?? '')?.[1];
}
