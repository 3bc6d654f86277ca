import { CdrError, type ItemTag } from '@cairn/core';
import { parsePairs } from './pairs.ts';
import { fitsHeader, fromHeader, toHeader } from './utf8.ts';

/** Tags of the versioned object, and tags of the very version. */
export const OBJECT_TAGS = 'openehr-item-tag';
export const VERSION_TAGS = 'openehr-version-item-tag';

/**
 * `key="k",value="v",target_path="/p"; key="k2"` (ITS-REST 1.1.0): tags are separated by `;`. A second `key` also
 * starts a tag, which is what repeated header fields look like once they are joined. Absent: undefined; empty: no tags.
 */
export function parseItemTags(headerName: string, header: string | undefined): readonly ItemTag[] | undefined {
  if (header === undefined) return undefined;
  const tags: Record<string, string>[] = [];
  let current: Record<string, string> = {};
  for (const { name, value, separator } of parsePairs(headerName, fromHeader(header))) {
    if (name !== 'key' && name !== 'value' && name !== 'target_path') {
      throw new CdrError('invalid_header', `${headerName} has tags with key, value and target_path only.`);
    }
    if (separator !== ',' || (name === 'key' && 'key' in current)) tags.push((current = {}));
    current[name] = value;
  }
  return tags.map(({ key, value, target_path: targetPath }) => {
    if (key === undefined) throw new CdrError('invalid_header', `${headerName}: each tag needs a key.`);
    return { key, ...(value !== undefined && { value }), ...(targetPath !== undefined && { targetPath }) };
  });
}

/** Clients take only so many bytes of headers in all. */
const MOST_BYTES = 4_096;

/**
 * The header with these tags, as the one field of an object. A tag that no header can hold (it has control characters) is left to the
 * tags resource, and so are all of them when they are too long together: a client would not get its answer at all.
 */
export function itemTagHeader(name: string, tags: readonly ItemTag[]): Readonly<Record<string, string>> {
  const text = formatItemTags(tags);
  return text === '' || text.length > MOST_BYTES ? {} : { [name]: text };
}

function formatItemTags(tags: readonly ItemTag[]): string {
  return tags
    .filter(({ key, value = '', targetPath = '' }) => fitsHeader(key + value + targetPath))
    .map(({ key, value, targetPath }) =>
      [
        `key=${quote(key)}`,
        ...(value === undefined ? [] : [`value=${quote(value)}`]),
        ...(targetPath === undefined ? [] : [`target_path=${quote(targetPath)}`]),
      ].join(','),
    )
    .join('; ');
}

const quote = (text: string): string => `"${toHeader(text.replace(/["\\]/g, '\\$&'))}"`;
