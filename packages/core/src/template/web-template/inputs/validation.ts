import type { Interval } from '../../model.ts';
import type { Range, Validation } from '../model.ts';

/** An interval of reals: exclusive bounds stay exclusive. */
export function realRange(interval: Interval | undefined): Range | undefined {
  if (interval === undefined) return undefined;
  const { lower, upper, lowerIncluded, upperIncluded } = interval;
  return {
    ...(lower === undefined ? {} : { minOp: lowerIncluded ? '>=' : '>', min: lower }),
    ...(upper === undefined ? {} : { maxOp: upperIncluded ? '<=' : '<', max: upper }),
  };
}

/** An interval of whole numbers, in its inclusive form. */
export function integerRange(interval: Interval | undefined): Range | undefined {
  if (interval === undefined) return undefined;
  const { lower, upper, lowerIncluded, upperIncluded } = interval;
  return {
    ...(lower === undefined ? {} : { minOp: '>=', min: lowerIncluded ? lower : lower + 1 }),
    ...(upper === undefined ? {} : { maxOp: '<=', max: upperIncluded ? upper : upper - 1 }),
  };
}

/** `{ validation }` when there is something to validate, to be spread into an input or option. */
export function validated(validation: { readonly [K in keyof Validation]: Validation[K] | undefined }): {
  readonly validation?: Validation;
} {
  const { pattern, range, precision } = validation;
  if (pattern === undefined && range === undefined && precision === undefined) return {};
  return {
    validation: {
      ...(pattern === undefined ? {} : { pattern }),
      ...(range === undefined ? {} : { range }),
      ...(precision === undefined ? {} : { precision }),
    },
  };
}
