/**
 * Whether a value equals one of many literals of a kind: each of these tests is the truth of `=` with any of them, found
 * without going through them all.
 */
import { compareNumbers, isJsonNumber, isJsonObject, type JsonNumber, type JsonObject } from '../../json/index.ts';
import type { Truth, ValueTest } from './compare.ts';
import { codeText, magnitudeOf, temporalFamily, textOf, typeName } from './scalar.ts';
import { compareMoments, readMoment, readPeriod, type Moment, type TemporalFamily } from './temporal.ts';

export function amongNumbers(literals: readonly JsonNumber[]): ValueTest {
  const plain = new Set(literals);
  const others = literals.filter((literal) => typeof literal !== 'number');
  return (value) => {
    const number = isJsonObject(value) ? magnitudeOf(value) : value;
    if (!isJsonNumber(number)) return undefined;
    if (typeof number === 'number' && plain.has(number)) return true;
    const rest = typeof number === 'number' ? others : literals;
    return rest.some((literal) => compareNumbers(number, literal) === 0);
  };
}

/** `look` is called time and again while many are read. */
export function amongTexts(literals: readonly string[], look: () => void): ValueTest {
  const texts = new Set(literals);
  const families = new Map<TemporalFamily, (own: Moment) => Truth>();

  function amongMoments(family: TemporalFamily): (own: Moment) => Truth {
    const known = families.get(family) ?? amongPeriods(family, literals, look);
    families.set(family, known);
    return known;
  }

  const ofObject = (value: JsonObject, text: string): Truth => {
    const family = temporalFamily(value);
    if (!family) return texts.has(text) || (typeName(value) === 'DV_CODED_TEXT' && texts.has(codeText(value) ?? text));
    const moment = readMoment(family, text);
    return moment && amongMoments(family)(moment);
  };

  return (value) => {
    if (typeof value === 'string') return texts.has(value);
    const text = isJsonObject(value) ? textOf(value) : undefined;
    return text === undefined || !isJsonObject(value) ? undefined : ofObject(value, text);
  };
}

/** So many literals are read between two looks. */
const STRETCH = 256;

interface Span {
  readonly from: Moment;
  /** The latest end of all that begin no later, exclusive. */
  readonly to: Moment;
}

/** Unknown when none of the literals is one that a moment of this family can equal. */
function amongPeriods(family: TemporalFamily, literals: readonly string[], look: () => void): (own: Moment) => Truth {
  const points = new Set<string>();
  const periods: Span[] = [];
  for (const [place, literal] of literals.entries()) {
    if (place % STRETCH === 0) look();
    const period = readPeriod(family, literal);
    if (!period || period.foreign) continue;
    const { from, to } = period;
    if (to) periods.push({ from, to });
    else points.add(pointOf(from));
  }
  if (points.size + periods.length === 0) return () => undefined;
  const spans = reaching(periods);
  return (own) => points.has(pointOf(own)) || isWithin(spans, own);
}

const pointOf = ({ whole, fraction }: Moment): string => `${whole} ${fraction}`;

function reaching(periods: readonly Span[]): readonly Span[] {
  let latest: Moment | undefined;
  return periods
    .toSorted((a, b) => compareMoments(a.from, b.from))
    .map(({ from, to }) => {
      latest = latest && compareMoments(latest, to) > 0 ? latest : to;
      return { from, to: latest };
    });
}

/** By halving: the last that begins no later than the moment. */
function isWithin(spans: readonly Span[], own: Moment): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const span = spans[middle];
    if (span && compareMoments(span.from, own) <= 0) low = middle + 1;
    else high = middle;
  }
  const span = spans[low - 1];
  return span !== undefined && compareMoments(own, span.to) < 0;
}
