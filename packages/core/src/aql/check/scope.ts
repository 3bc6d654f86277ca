/** What names mean while a query is checked: variables, parameters, and where to point when something is wrong. */
import { isJsonNumber } from '../../json/value.ts';
import {
  didYouMean,
  queryError,
  type LiteralNode,
  type ParameterNode,
  type Span,
  type ValueNode,
} from '../language/index.ts';
import type { Binding, Literal, Parameters } from '../model.ts';

export interface Scope {
  readonly text: string;
  fail(span: Span, problem: string): Error;
  /** The binding of a variable: exact case first, then a single one in any case. */
  variable(name: string, span: Span): Binding;
  isEhr(slot: number): boolean;
  /** A literal, or the value of a parameter; a list is refused. */
  value(node: ValueNode): Literal;
  /** The same where a list may stand: one literal per member. */
  values(node: ValueNode): readonly Literal[];
}

export function createScope(
  text: string,
  bindings: readonly Binding[],
  hidden: ReadonlySet<number>,
  parameters: Parameters,
): Scope {
  const fail = (span: Span, problem: string): Error => queryError(text, span.start, problem);

  const parameter = ({ name, span }: ParameterNode): readonly Literal[] | Literal => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined) throw fail(span, `the parameter $${name} has no value`);
    if (Array.isArray(value)) return value.map((member) => literal(member, name, span));
    return literal(value, name, span);
  };

  const literal = (value: unknown, name: string, span: Span): Literal => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || isJsonNumber(value)) {
      return { kind: 'literal', value };
    }
    throw fail(span, `the parameter $${name} must be a string, a number, a boolean, null, or a list of these`);
  };

  const values = (node: ValueNode): readonly Literal[] => {
    if (node.kind === 'literal') return [literalOf(node)];
    const value = parameter(node);
    return 'kind' in value ? [value] : value;
  };

  return {
    text,
    fail,
    variable: (name, span) => {
      const exact = bindings.find(({ variable }) => variable === name);
      const similar = bindings.filter(({ variable }) => variable?.toLowerCase() === name.toLowerCase());
      const binding = exact ?? (similar.length === 1 ? similar[0] : undefined);
      const known = bindings.flatMap(({ variable }) => variable ?? []);
      if (!binding) throw fail(span, `there is no variable ${name} in FROM${didYouMean(name, known)}`);
      if (hidden.has(binding.slot))
        throw fail(span, `${name} stands behind NOT CONTAINS, so it is never bound to anything`);
      return binding;
    },
    isEhr: (slot) => bindings[slot]?.rmType === 'EHR',
    value: (node) => {
      if (node.kind === 'literal') return literalOf(node);
      const value = parameter(node);
      if ('kind' in value) return value;
      throw fail(node.span, `the parameter $${node.name} is a list; only MATCHES takes lists`);
    },
    values,
  };
}

const literalOf = ({ value, bare }: LiteralNode): Literal => ({ kind: 'literal', value, ...(bare && { bare }) });
