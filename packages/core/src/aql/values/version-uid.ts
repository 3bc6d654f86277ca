import { isJsonObject } from '../../json/index.ts';
import { parseUuid } from '../../change-control/version-uid.ts';
import type { Comparison } from '../model.ts';
import { compareTexts, type ValueTest } from './compare.ts';
import { orders } from './temporal.ts';

interface UidParts {
  readonly objectId: string;
  readonly systemId: string | undefined;
  readonly number: number | undefined;
}

/**
 * Comparison on `uid/value` and `ehr_id/value`: a bare UUID names any version of an object, `uuid::::n` a version whatever its
 * system; `<` and `>` go by UUID and version number. UUIDs compare without regard to case (BASE "Identification").
 */
export function versionUidTest(op: Comparison, literal: string): ValueTest {
  const wanted = partsOf(literal);
  return (value) => {
    const text = isJsonObject(value) ? value['value'] : value;
    if (typeof text !== 'string') return undefined;
    const own = partsOf(text);
    if (op === '=' || op === '!=') return isNamed(own, wanted) === (op === '=');
    const numbers = own.number !== undefined && wanted.number !== undefined ? own.number - wanted.number : 0;
    return orders(op, compareTexts(own.objectId, wanted.objectId) || numbers);
  };
}

/** The truth of `=` with any of many. */
export function amongVersionUids(literals: readonly string[]): ValueTest {
  const byObject = Map.groupBy(literals.map(partsOf), ({ objectId }) => objectId);
  return (value) => {
    const text = isJsonObject(value) ? value['value'] : value;
    if (typeof text !== 'string') return undefined;
    const own = partsOf(text);
    return byObject.get(own.objectId)?.some((wanted) => isNamed(own, wanted)) ?? false;
  };
}

const isNamed = (own: UidParts, wanted: UidParts): boolean =>
  own.objectId === wanted.objectId &&
  (wanted.systemId === undefined || own.systemId === wanted.systemId) &&
  (wanted.number === undefined || own.number === wanted.number);

function partsOf(text: string): UidParts {
  const [object = '', systemId, tree, ...rest] = text.split('::');
  const number = tree === undefined || tree === '' ? undefined : Number(tree);
  if (rest.length > 0 || Number.isNaN(number)) return { objectId: text, systemId: undefined, number: undefined };
  return { objectId: parseUuid(object) ?? object, systemId: systemId === '' ? undefined : systemId, number };
}
