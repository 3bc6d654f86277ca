/** Expressions compiled to closures, once per query, over whatever their paths begin at. */
import type { JsonValue } from '../../json/index.ts';
import type { Expression, Literal, NowFunction, Path } from '../model.ts';
import { scalarFunctions, textOf } from '../values/index.ts';
import { isNowFunction } from './now.ts';
import type { Terminologies } from './terminology.ts';

/** A compiled expression. `C` is what paths begin at: a row, or the object that a predicate is about. */
export interface Operand<C> {
  /** Undefined when there is none; of several the first. */
  readonly value: (context: C) => JsonValue | undefined;
  /** All of them, where a path inside a predicate may lead to several. */
  readonly values?: (context: C) => readonly JsonValue[];
  /** A value that no context changes. */
  readonly constant?: { readonly value: JsonValue | undefined };
  /** Where a path ends: identifiers of versions and EHRs, and texts in `value`, compare in their own ways. */
  readonly end: PathEnd;
}

export type PathEnd = 'uid' | 'value' | 'other';

/** What an expression can't know by itself. */
export interface Host<C> {
  path(path: Path): Operand<C>;
  exists(path: Path): (context: C) => boolean;
  readonly now: (name: NowFunction) => string;
  readonly terminologies: Terminologies;
  /** What takes long looks at the clock with this: `Budget.look`. */
  readonly look: () => void;
}

export function compileExpression<C>(expression: Expression, host: Host<C>): Operand<C> {
  switch (expression.kind) {
    case 'literal':
      return constant(expression.value ?? undefined);
    case 'path':
      return host.path(expression);
    case 'call':
      return compileCall(expression, host);
  }
}

function constant<C>(value: Literal['value'] | JsonValue | undefined): Operand<C> {
  return { value: () => value, constant: { value }, end: 'other' };
}

function compileCall<C>(call: Expression & { readonly kind: 'call' }, host: Host<C>): Operand<C> {
  const name = call.function;
  if (isNowFunction(name)) return constant(host.now(name));
  const args = call.args.map((arg) => compileExpression(arg, host));
  if (name === 'TERMINOLOGY') return { value: terminologyCall(args, host.terminologies), end: 'other' };
  const apply = scalarFunctions[name];
  if (args.every((arg) => arg.constant)) return constant(apply(args.map((arg) => arg.constant?.value)));
  return { value: (context) => apply(args.map((arg) => arg.value(context))), end: 'other' };
}

/** TERMINOLOGY(operation, service, parameters); nothing when an argument is no text. */
function terminologyCall<C>(args: readonly Operand<C>[], terminologies: Terminologies): Operand<C>['value'] {
  return (context) => {
    const [operation, service, parameters] = args.map((arg) => textOf(arg.value(context)));
    if (operation === undefined || service === undefined || parameters === undefined) return undefined;
    return terminologies.call(operation.toLowerCase(), service, parameters);
  };
}

/** What kind of value a path leads to, as far as comparison is concerned. */
export function endOf({ steps }: Path): PathEnd {
  const names = steps.slice(-2).map(({ attribute }) => attribute);
  const end = names.pop();
  const identifier = end === 'value' ? names.pop() : end;
  if (identifier === 'uid' || identifier === 'ehr_id') return 'uid';
  return end === 'value' ? 'value' : 'other';
}
