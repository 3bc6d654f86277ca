import type { PrimitiveConstraint } from '../../template/model.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';

/** C_BOOLEAN (AOM 1.4, C_BOOLEAN). One that allows neither value is a modelling slip and allows both. */
export function compileBoolean({
  trueValid,
  falseValid,
}: Extract<PrimitiveConstraint, { kind: 'boolean' }>): Check | undefined {
  if (trueValid === falseValid) return undefined;
  const message = `The boolean must be ${trueValid}.`;
  return (value, run) => {
    if (typeof value === 'boolean' && value !== trueValid) report(run, 'boolean_not_allowed', message);
  };
}
