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

/** Whether the row says what the suffix of a path leads to. */
export function isTold(value: IndexedValue, suffix: string): boolean {
  if (lacks(value.rmType, suffix)) return true;
  if (!tells(value.rmType, value.units ?? '', suffix)) return false;
  return suffix.startsWith('defining_code/') ? saysCode(value) : saysValue(value);
}

/** That, if it is told. */
export function readValue(value: IndexedValue, suffix: string): JsonValue | undefined {
  let found: JsonValue | undefined = lacks(value.rmType, suffix) ? undefined : leafObject(value);
  for (const attribute of suffix.split('/')) found = isJsonObject(found) ? found[attribute] : undefined;
  return found;
}
