/** What a value is compared and sorted by: DV_ORDERED magnitudes, and the plain values behind the other data types. */
import {
  isJsonNumber,
  isJsonObject,
  toNumber,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../json/index.ts';
import { readMoment, readPeriod, type Moment, type TemporalFamily } from './temporal.ts';

/** A value that orders within its family. */
export type Scalar =
  | { readonly family: 'string'; readonly value: string }
  | { readonly family: 'number'; readonly value: JsonNumber; readonly units?: string }
  | { readonly family: 'boolean'; readonly value: boolean }
  | { readonly family: 'moment'; readonly value: Moment };

const TEMPORAL_CLASSES: Readonly<Partial<Record<string, TemporalFamily>>> = {
  DV_DATE: 'date',
  DV_TIME: 'time',
  DV_DATE_TIME: 'date-time',
  DV_DURATION: 'duration',
};

const FAMILIES = Object.values(TEMPORAL_CLASSES).filter((family) => family !== undefined);

/** The family of a DV_TEMPORAL or DV_DURATION object. */
export const temporalFamily = (object: JsonObject): TemporalFamily | undefined => TEMPORAL_CLASSES[typeName(object)];

/** For a date, a time or a duration: whether a value is of a temporal class, or a text of the same kind. */
export function temporalKind(like: string): (value: JsonValue | undefined) => boolean {
  const families = FAMILIES.filter((family) => readPeriod(family, like));
  return (value) => {
    if (isJsonObject(value)) return temporalFamily(value) !== undefined;
    return typeof value === 'string' && families.some((family) => readMoment(family, value));
  };
}

export const typeName = (object: JsonObject): string => {
  const type = object['_type'];
  return typeof type === 'string' ? type : '';
};

/** Undefined for what does not order: structures, multimedia, intervals, … */
export function scalarOf(value: JsonValue | undefined): Scalar | undefined {
  if (typeof value === 'string') return { family: 'string', value };
  if (typeof value === 'boolean') return { family: 'boolean', value };
  if (isJsonNumber(value)) return { family: 'number', value };
  return isJsonObject(value) ? objectScalar(value) : undefined;
}

function objectScalar(object: JsonObject): Scalar | undefined {
  const type = typeName(object);
  const family = TEMPORAL_CLASSES[type];
  const own = object['value'];
  if (family) {
    const moment = typeof own === 'string' ? readMoment(family, own) : undefined;
    return moment && { family: 'moment', value: moment };
  }
  switch (type) {
    case 'DV_QUANTITY': {
      const { magnitude, units } = object;
      return isJsonNumber(magnitude)
        ? { family: 'number', value: magnitude, ...(typeof units === 'string' && { units }) }
        : undefined;
    }
    case 'DV_COUNT':
    case 'DV_PROPORTION': {
      const value = magnitudeOf(object);
      return value === undefined ? undefined : { family: 'number', value };
    }
    case 'CODE_PHRASE': {
      const value = codeText(object);
      return value === undefined ? undefined : { family: 'string', value };
    }
    case 'DV_IDENTIFIER':
      return scalarOf(object['id']);
    default:
      // DV_TEXT, DV_BOOLEAN, DV_ORDINAL, DV_SCALE, DV_URI and object ids have it in `value`.
      return isJsonObject(own) ? undefined : scalarOf(own);
  }
}

/** DV_QUANTITY, DV_COUNT, DV_PROPORTION, DV_ORDINAL, DV_SCALE as a number; undefined for all else. */
export function magnitudeOf(object: JsonObject): JsonNumber | undefined {
  switch (object['_type']) {
    case 'DV_QUANTITY':
    case 'DV_COUNT':
      return numberOrNone(object['magnitude']);
    case 'DV_PROPORTION': {
      const { numerator, denominator } = object;
      if (!isJsonNumber(numerator) || !isJsonNumber(denominator)) return undefined;
      const ratio = toNumber(numerator) / toNumber(denominator);
      return Number.isFinite(ratio) ? ratio : undefined;
    }
    case 'DV_ORDINAL':
    case 'DV_SCALE':
      return numberOrNone(object['value']);
    default:
      return undefined;
  }
}

const numberOrNone = (value: JsonValue | undefined): JsonNumber | undefined =>
  isJsonNumber(value) ? value : undefined;

/** `terminology::code` of a CODE_PHRASE, or of the `defining_code` of a DV_CODED_TEXT. */
export function codeText(object: JsonObject): string | undefined {
  const phrase = object['_type'] === 'DV_CODED_TEXT' ? object['defining_code'] : object;
  if (!isJsonObject(phrase)) return undefined;
  const { terminology_id: terminology, code_string: code } = phrase;
  const id = isJsonObject(terminology) ? terminology['value'] : undefined;
  return typeof id === 'string' && typeof code === 'string' ? `${id}::${code}` : undefined;
}

/** The text of a value that is one, or of a data type whose `value` is: DV_TEXT, DV_DATE_TIME, DV_URI, object ids, … */
export function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return undefined;
  if (value['_type'] === 'CODE_PHRASE') return codeText(value);
  const own = value['_type'] === 'DV_IDENTIFIER' ? value['id'] : value['value'];
  return typeof own === 'string' ? own : undefined;
}
