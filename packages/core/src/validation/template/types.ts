import { isJsonObject } from '../../json/value.ts';
import type { JsonValue } from '../../json/value.ts';
import { isSubtype, rmClass, typeOf } from '../../rm/index.ts';

/** `DV_INTERVAL<DV_QUANTITY>` → `DV_INTERVAL`. */
export const bareType = (rmType: string): string => rmType.replace(/<.*$/su, '');

export const isLocatable = (rmType: string): boolean => isSubtype(bareType(rmType), 'LOCATABLE');

/**
 * Whether a value is of a constraint's type or a subtype. Generic parameters are erased in data:
 * `DV_INTERVAL<DV_COUNT>` means a DV_INTERVAL whose bounds, where there are any, are DV_COUNTs. A class that the
 * reference model does not have accepts everything.
 */
export function typeTest(rmType: string): (value: JsonValue, declaredType: string) => boolean {
  const bare = bareType(rmType);
  if (rmClass(bare) === undefined) return () => true;
  const known = new Map<string, boolean>();
  const isOfType = (type: string): boolean => {
    let is = known.get(type);
    if (is === undefined) {
      is = isSubtype(bareType(type), bare);
      if (known.size < 100) known.set(type, is);
    }
    return is;
  };
  const accepts = (value: JsonValue, declaredType: string): boolean =>
    isJsonObject(value) && isOfType(typeOf(value, declaredType));
  const parameter = /^DV_INTERVAL<(.*)>$/su.exec(rmType)?.[1];
  if (parameter === undefined) return accepts;
  const acceptsBound = typeTest(parameter);
  return (value, declaredType) => {
    if (!accepts(value, declaredType) || !isJsonObject(value)) return false;
    const { lower, upper } = value;
    return (lower == null || acceptsBound(lower, parameter)) && (upper == null || acceptsBound(upper, parameter));
  };
}
