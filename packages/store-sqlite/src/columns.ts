/** Column types: how the port's words are stored. Identifiers as 16 bytes, codes as small integers. */
import { changeTypes, lifecycleStates, versionedKinds, type CodeTable } from '@cairn/store-sql';
import { customType } from './drizzle.ts';
import { uuidFromBytes, uuidFromHex, uuidToBytes } from './uuid.ts';

/** Read as it is, or through SQLite's `hex`. */
export const uuid = customType<{ data: string; driverData: Buffer | string }>({
  dataType: () => 'blob',
  toDriver: uuidToBytes,
  fromDriver: (stored) => (typeof stored === 'string' ? uuidFromHex(stored) : uuidFromBytes(stored)),
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'blob' });

export const versionedKind = codeColumn(versionedKinds);
export const lifecycleState = codeColumn(lifecycleStates);
export const changeType = codeColumn(changeTypes);

/** A column of one closed set of words, each stored as its number. */
function codeColumn<Word extends string>({ toNumber, toWord }: CodeTable<Word>) {
  return customType<{ data: Word; driverData: number }>({
    dataType: () => 'integer',
    toDriver: toNumber,
    fromDriver: toWord,
  });
}
