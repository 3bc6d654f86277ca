import { child } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';
import type { Interval, Multiplicity, TextInterval } from '../model.ts';
import { flagOf, numberOf, refuse, tokenOf, warn } from './reading.ts';
import type { Reading } from './reading.ts';

/** The element that holds a bound; undefined where the side is open, whatever the other flags say. */
function bound(interval: XmlElement, side: 'lower' | 'upper'): XmlElement | undefined {
  if (flagOf(child(interval, `${side}_unbounded`)) === true) return undefined;
  const element = child(interval, side);
  return tokenOf(element) === undefined ? undefined : element;
}

/** Inclusion flags are often left out, which means included. */
const included = (interval: XmlElement, side: 'lower' | 'upper'): boolean =>
  flagOf(child(interval, `${side}_included`)) ?? true;

export function readInterval(reading: Reading, path: string, element: XmlElement | undefined): Interval | undefined {
  if (element === undefined) return undefined;
  const lower = numberOf(reading, path, bound(element, 'lower'));
  const upper = numberOf(reading, path, bound(element, 'upper'));
  if (lower === undefined && upper === undefined) return undefined;
  if (lower !== undefined && upper !== undefined && lower > upper) {
    warn(reading, path, `no value can lie in the interval ${lower}..${upper}`, element);
  }
  return {
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
    lowerIncluded: included(element, 'lower'),
    upperIncluded: included(element, 'upper'),
  };
}

export function readTextInterval(element: XmlElement | undefined): TextInterval | undefined {
  if (element === undefined) return undefined;
  const lower = tokenOf(bound(element, 'lower'));
  const upper = tokenOf(bound(element, 'upper'));
  if (lower === undefined && upper === undefined) return undefined;
  return {
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
    lowerIncluded: included(element, 'lower'),
    upperIncluded: included(element, 'upper'),
  };
}

/** Occurrences, existence, cardinality: whole numbers from 0, both bounds included after reading. */
export function readMultiplicity(
  reading: Reading,
  path: string,
  element: XmlElement | undefined,
): Multiplicity | undefined {
  if (element === undefined) return undefined;
  const lower = numberOf(reading, path, bound(element, 'lower')) ?? 0;
  const upper = numberOf(reading, path, bound(element, 'upper'));
  const min = included(element, 'lower') ? lower : lower + 1;
  const max = upper === undefined || included(element, 'upper') ? upper : upper - 1;
  const whole = [min, max ?? min].every((count) => Number.isInteger(count) && count >= 0);
  if (!whole || (max !== undefined && max < min)) {
    refuse(reading, path, 'invalid_interval', `Element ${element.name} must be an interval of whole numbers`, element);
    return undefined;
  }
  return max === undefined ? { min } : { min, max };
}
