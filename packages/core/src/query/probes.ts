/** Stand-ins for the values of parameters, with which a query can be checked before there are any. */
import type { QueryNode } from '../aql/language/index.ts';
import type { Parameters } from '../aql/model.ts';

/** Names of all parameters of a query, without `$`. */
export function parameterNames(query: QueryNode): ReadonlySet<string> {
  const names = new Set<string>();
  collect(query, names);
  return names;
}

function collect(node: unknown, names: Set<string>): void {
  if (node === null || typeof node !== 'object') return;
  if ('kind' in node && node.kind === 'parameter' && 'name' in node && typeof node.name === 'string') {
    names.add(node.name);
  }
  for (const part of Object.values(node)) collect(part, names);
}

/** A value for each parameter that is different from the others and fits wherever a parameter may stand: digits, as a text. */
export function probesFor(query: QueryNode, text: string): Parameters {
  const names = [...parameterNames(query)];
  let first = 1_000_001;
  while (names.some((_, index) => text.includes(String(first + index)))) first += names.length;
  return Object.fromEntries(names.map((name, index) => [name, String(first + index)]));
}
