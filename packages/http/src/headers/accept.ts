import { CONTENT_TYPE, essence, formatOf, type Format } from './media-types.ts';

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * Picks the format that an `Accept` header likes best (RFC 9110, section 12.5.1): the most specific range decides the
 * quality of a format, the highest quality wins, and the order of `offered` breaks ties. No header accepts everything.
 */
export function negotiate<F extends Format>(accept: string | undefined, offered: readonly F[]): F | undefined {
  if (accept === undefined || accept === '*/*' || accept.trim() === '') return offered[0];
  const plain = offered.find((format) => CONTENT_TYPE[format] === accept);
  if (plain !== undefined) return plain;
  const ranges = parseAccept(accept);
  let best: F | undefined;
  let bestQuality = 0;
  for (const format of offered) {
    const quality = qualityOf(format, ranges);
    if (quality > bestQuality) {
      best = format;
      bestQuality = quality;
    }
  }
  return best;
}

/** The media ranges of an `Accept` header, lower case, without parameters. */
export const acceptedTypes = (accept: string): readonly string[] => parseAccept(accept).map((range) => range.type);

function parseAccept(accept: string): Range[] {
  return accept.split(',').map((range) => {
    const q = /;\s*q\s*=\s*([0-9.]+)/i.exec(range)?.[1];
    return { type: essence(range), quality: q === undefined ? 1 : Math.min(Number(q) || 0, 1) };
  });
}

function qualityOf(format: Format, ranges: readonly Range[]): number {
  const own = essence(CONTENT_TYPE[format]);
  const family = `${own.split('/', 1)[0]}/*`;
  const exact = ranges.filter(({ type }) => formatOf(type) === format);
  const matching = [
    exact,
    ranges.filter(({ type }) => type === family),
    ranges.filter(({ type }) => type === '*/*' || type === '*'),
  ];
  const decisive = matching.find((candidates) => candidates.length > 0) ?? [];
  return Math.max(0, ...decisive.map((range) => range.quality));
}
