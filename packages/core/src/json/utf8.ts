import { CdrError } from '../errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Bytes as text, without a byte order mark where there was one.
 *
 * @throws CdrError `invalid_utf8` when the bytes are not UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new CdrError('invalid_utf8', 'The text is not valid UTF-8.', {}, { cause });
  }
}
