/** Column types: how the port's words are stored. Codes as small integers, times as milliseconds. */
import { changeTypes, lifecycleStates, versionedKinds, type CodeTable } from '@cairn/store-sql';
import { bigint, customType } from './drizzle.ts';
import { originalText, storableText } from './text.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Gives the text back; throws a TypeError when it is not a lower-case UUID. */
export function checkedUuid(text: string): string {
  if (!UUID.test(text)) throw new TypeError('An identifier is not a lower-case UUID');
  return text;
}

/** For parameters that are lists. */
export const uuids = { mapToDriverValue: (texts: readonly string[]): readonly string[] => texts.map(checkedUuid) };

export const uuid = customType<{ data: string; driverData: string }>({
  dataType: () => 'uuid',
  toDriver: checkedUuid,
});

export const text = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: storableText,
  fromDriver: originalText,
});

/**
 * For texts that never have U+0000, and are compared as they are, by code points. One that they are compared with is cut
 * before its U+0000, which leaves out nothing.
 */
export const plainText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (text) => text.replace(/\0.*/s, ''),
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

export const time = (name: string) => bigint(name, { mode: 'number' });

export const versionedKind = codeColumn(versionedKinds);
export const lifecycleState = codeColumn(lifecycleStates);
export const changeType = codeColumn(changeTypes);

function codeColumn<Word extends string>({ toNumber, toWord }: CodeTable<Word>) {
  return customType<{ data: Word; driverData: number }>({
    dataType: () => 'smallint',
    toDriver: toNumber,
    fromDriver: toWord,
  });
}
