/** What covering plans make of single index rows. */
import { isJsonObject, type JsonValue } from '../../json/index.ts';
import type { IndexedLeaf, IndexedValue } from '../../ports/query.ts';
import { saysCode, saysValue, type StoredLeafPath } from './choose-leaves.ts';
import { hasText, lacks, leafObject, tells } from './leaf-objects.ts';

/** Behind a data value, what a covering plan can compare. */
const [MAGNITUDE, TEXT, CODE] = ['magnitude', 'value', 'defining_code/code_string'] as const;

type Conditions = Omit<IndexedLeaf, 'path'>;

/** Those of the paths that lead to values which may meet the conditions; undefined: rows can't tell of some. */
export function passingPaths<T extends StoredLeafPath>(
  paths: readonly T[],
  { range, texts, codes }: Conditions,
): readonly T[] | undefined {
  const compared = [...(range ? [MAGNITUDE] : []), ...(texts ? [TEXT] : []), ...(codes ? [CODE] : [])];
  const told = paths.every(({ rmType, units }) => compared.every((suffix) => tells(rmType, units, suffix)));
  if (!told) return undefined;
  return paths.filter(({ rmType }) => compared.every((suffix) => HAVING[suffix](rmType)));
}

export const hasNumber = (rmType: string): boolean => rmType === 'DV_QUANTITY' || rmType === 'DV_COUNT';

const HAVING = {
  [MAGNITUDE]: hasNumber,
  [TEXT]: hasText,
  [CODE]: (rmType: string) => rmType === 'DV_CODED_TEXT',
} as const;

export interface ValueReader {
  /** Whether a row says what the path leads to. */
  isTold(value: IndexedValue): boolean;
  /** That, if it is told. */
  read(value: IndexedValue): JsonValue | undefined;
}

/** Of the suffix of a path. */
export function valueReader(suffix: string): ValueReader {
  const attributes = suffix.split('/');
  const says = attributes[0] === 'defining_code' ? saysCode : saysValue;
  const lacking = remembered((rmType) => lacks(rmType, suffix));
  const telling = remembered((rmType) => tells(rmType, '1', suffix));
  const tellingBare = remembered((rmType) => tells(rmType, '', suffix));
  return {
    isTold: (value) =>
      lacking(value.rmType) || ((value.units === undefined ? tellingBare : telling)(value.rmType) && says(value)),
    read(value) {
      let found: JsonValue | undefined = lacking(value.rmType) ? undefined : leafObject(value);
      for (const attribute of attributes) found = isJsonObject(found) ? found[attribute] : undefined;
      return found;
    },
  };
}

/** There are not so many classes. */
function remembered(of: (rmType: string) => boolean): (rmType: string) => boolean {
  const known = new Map<string, boolean>();
  return (rmType) => {
    const last = known.get(rmType);
    if (last !== undefined) return last;
    const found = of(rmType);
    known.set(rmType, found);
    return found;
  };
}
