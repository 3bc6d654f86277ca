import { compareNumbers, isJsonNumber } from '../../json/index.ts';
import { isJsonObject } from '../../json/value.ts';
import type { CDvOrdinal } from '../../template/model.ts';
import { listText } from './bounds.ts';
import { codeOf, terminologyTest } from './code-phrase.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';

/**
 * C_DV_ORDINAL, and C_DV_SCALE likewise: the symbol must be in the list and the value must be the one paired with it
 * (openEHR Archetype Profile, C_DV_ORDINAL). An empty list allows any.
 */
export function compileOrdinal(c: CDvOrdinal): Check | undefined {
  if (c.list.length === 0) return undefined;
  const members = c.list.map(({ value, symbol }) => ({
    value,
    code: symbol.code,
    ofTerminology: terminologyTest(symbol.terminologyId),
  }));
  const wrongSymbol = `The symbol must be ${listText(c.list.map(({ symbol }) => `${symbol.terminologyId}::${symbol.code}`))}.`;
  const wrongValue = `The value must be the one that the template pairs with the symbol.`;
  return (object, run) => {
    if (!isJsonObject(object)) return;
    const { symbol, value } = object;
    const ref = isJsonObject(symbol) ? codeOf(symbol['defining_code']) : undefined;
    if (ref === undefined || !isJsonNumber(value)) return;
    let known = false;
    for (const member of members) {
      if (member.code !== ref.code || !member.ofTerminology(ref.terminologyId)) continue;
      if (compareNumbers(value, member.value) === 0) return;
      known = true;
    }
    if (known) report(run, 'ordinal_value', wrongValue, 'value');
    else report(run, 'ordinal_symbol', wrongSymbol, 'symbol');
  };
}
