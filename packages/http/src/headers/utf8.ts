const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A header's value as text: its bytes as UTF-8 where they are that, else as Latin-1. */
export function fromHeader(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value)) return value;
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** Text as a header's value: UTF-8 bytes in the Latin-1 reading that `Headers` takes. */
export const toHeader = (text: string): string =>
  /[^\u0020-\u007e]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;

/** Whether a header's value can hold the text at all. */
export const fitsHeader = (text: string): boolean => !/\p{Cc}/u.test(text);
