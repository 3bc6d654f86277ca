import { isInteger, isJsonNumber } from '../../json/index.ts';
import { isJsonObject } from '../../json/value.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import type { CAttribute, PrimitiveConstraint } from '../../template/model.ts';
import { dateTimeMagnitude, parseDateTime } from '../../time/index.ts';
import type { IsoDateTime } from '../../time/index.ts';
import { durationCheck } from './duration.ts';
import type { CDuration } from './duration.ts';
import { ancestor, report } from './run.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';

/**
 * Constraints on what the reference model computes and data do not carry: EVENT.offset (time since HISTORY.origin) and
 * DV_PROPORTION.is_integral. Undefined: not such an attribute.
 */
export function compileComputed(
  { name, children }: CAttribute,
  ownerType: string,
  scope: Scope,
): ((object: JsonObject, run: Run) => void)[] | undefined {
  if (name === 'is_integral' && ownerType === 'DV_PROPORTION') {
    return primitivesOf(children).flatMap((item) => (item.kind === 'boolean' ? compileIsIntegral(item) : []));
  }
  if (name !== 'offset' || !EVENT_TYPES.includes(ownerType)) return undefined;
  const durations = children.flatMap((child) =>
    child.kind === 'complex' ? child.attributes.filter((attribute) => attribute.name === 'value') : [],
  );
  return primitivesOf(durations.flatMap((value) => value.children)).flatMap((item) =>
    item.kind === 'duration' ? compileOffset(item, scope) : [],
  );
}

const EVENT_TYPES = ['EVENT', 'POINT_EVENT', 'INTERVAL_EVENT'];

const primitivesOf = (children: CAttribute['children']): readonly PrimitiveConstraint[] =>
  children.flatMap((child) => (child.kind === 'primitive' ? [child.item] : []));

/** Modelling tools write `false` for "need not be integral", so that only `true` restricts. */
function compileIsIntegral({ trueValid, falseValid }: Extract<PrimitiveConstraint, { kind: 'boolean' }>) {
  if (!trueValid || falseValid) return [];
  return (proportion: JsonObject, run: Run): void => {
    for (const part of ['numerator', 'denominator']) {
      const value = proportion[part];
      if (isJsonNumber(value) && !isInteger(value))
        report(run, 'is_integral', `The ${part} must be a whole number.`, part);
    }
  };
}

function compileOffset(item: CDuration, scope: Scope) {
  const check =
    item.range === undefined ? undefined : durationCheck({ kind: 'duration', range: item.range }, scope.warn);
  if (check === undefined) return [];
  return (event: JsonObject, run: Run): void => {
    // An event stands at …/events[i] of its HISTORY.
    const history = ancestor(run, 2);
    const time = dateTimeOf(event['time']);
    const origin = dateTimeOf(isJsonObject(history) ? history['origin'] : undefined);
    if (time === undefined || origin === undefined) return;
    if ((time.offset === undefined) !== (origin.offset === undefined)) return;
    const seconds = Math.round((dateTimeMagnitude(time) - dateTimeMagnitude(origin)) * 1e3) / 1e3;
    const findings = check({ ...NO_DURATION, negative: seconds < 0, seconds: Math.abs(seconds) });
    for (const { message } of findings) report(run, 'event_offset', `Offset from the origin: ${message}`, 'time');
  };
}

const NO_DURATION = {
  kind: 'duration',
  years: undefined,
  months: undefined,
  weeks: undefined,
  days: undefined,
  hours: undefined,
  minutes: undefined,
} as const;

/** A DV_DATE_TIME that is precise enough for arithmetic. */
function dateTimeOf(value: JsonValue | undefined): IsoDateTime | undefined {
  const text = isJsonObject(value) ? value['value'] : undefined;
  const dateTime = typeof text === 'string' ? parseDateTime(text) : undefined;
  return dateTime?.minute === undefined ? undefined : dateTime;
}
