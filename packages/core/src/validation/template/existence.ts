import type { JsonObject, JsonValue } from '../../json/value.ts';
import type { CAttribute } from '../../template/model.ts';
import { multiplicityText } from './bounds.ts';
import { report } from './run.ts';
import type { Run } from './run.ts';

/**
 * C_ATTRIBUTE.existence (AOM 1.4); true when it is missing and that is a finding. It is not asked for where something
 * else stands for it: an ELEMENT's null_flavour for its value and the other way round, an interval's open side for its
 * bound, the bounds of an interval for its flags; and not on a subtype-only attribute (EVENT.width), which the object's own class may not have.
 */
export function compileExistence(
  { name, existence }: CAttribute,
  ownerType: string,
  declared: boolean,
): ((object: JsonObject, value: JsonValue | undefined, run: Run) => boolean) | undefined {
  const mandatory = declared && existence !== undefined && existence.min > 0;
  const prohibited = existence?.max === 0;
  if (!mandatory && !prohibited) return undefined;
  const instead = substituteFor(ownerType, name);
  return (object, value, run) => {
    const absent = value === undefined || value === null;
    if (absent && mandatory && !run.relaxMinimums && !instead?.(object)) {
      report(run, 'existence', `${name} must exist (${multiplicityText(existence)}), is absent.`, name);
      return true;
    }
    if (!absent && prohibited)
      report(run, 'existence', `${name} must not exist (${multiplicityText(existence)}).`, name);
    return false;
  };
}

function substituteFor(ownerType: string, name: string): ((object: JsonObject) => boolean) | undefined {
  if (ownerType === 'ELEMENT' && name === 'value') return (element) => element['null_flavour'] !== undefined;
  if (ownerType === 'ELEMENT' && name === 'null_flavour') return (element) => element['value'] !== undefined;
  if (ownerType === 'DV_INTERVAL' && (name === 'lower' || name === 'upper')) {
    return (interval) => interval[`${name}_unbounded`] !== false;
  }
  if (ownerType === 'DV_INTERVAL' && INTERVAL_FLAGS.includes(name)) return () => true;
  return undefined;
}

/** A flag that is left out follows from the bounds. */
const INTERVAL_FLAGS = ['lower_included', 'upper_included', 'lower_unbounded', 'upper_unbounded'];
