import { CONTENT_TYPE, essence, formatOf, type Format } from './media-types.ts';

interface Range {
  readonly type: string;
  readonly quality: number;
}

/**
 * The formats that an `Accept` header takes, the one that it likes best first (RFC 9110, section 12.5.1): the most specific range
 * decides the quality of a format, and the order of `offered` breaks ties. No header accepts everything.
 */
export function acceptedFormats<F extends Format>(accept: string | undefined, offered: readonly F[]): readonly F[] {
  if (accept === undefined || accept === '*/*' || accept.trim() === '') return offered;
  const plain = offered.find((format) => CONTENT_TYPE[format] === accept);
  if (plain !== undefined) return [plain];
  const ranges = parseAccept(accept);
  return offered
    .map((format) => ({ format, quality: qualityOf(format, ranges) }))
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ format }) => format);
}

/** The format that an `Accept` header likes best. */
export const negotiate = <F extends Format>(accept: string | undefined, offered: readonly F[]): F | undefined =>
  acceptedFormats(accept, offered)[0];

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
