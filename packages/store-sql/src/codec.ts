/** Texts at rest: zstd frames with a checksum, so that damage is noticed and never handed out. */
import { promisify } from 'node:util';
import {
  constants,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
  type ZstdOptions,
} from 'node:zlib';
import { CdrError } from '@cairn/core';

const compressInPool = promisify(zstdCompress);
const decompressInPool = promisify(zstdDecompress);

/** Small output chunks, the lowest level and a size known beforehand: half of the time, for a fiftieth more bytes. */
const frameOf = (bytes: Uint8Array): ZstdOptions => ({
  chunkSize: 4096,
  pledgedSrcSize: bytes.length,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
});

/** From here on, in bytes, the thread pool is worth the way there and back; below, it costs more than the work. */
const LARGE_TEXT = 128 * 1024;
const LARGE_FRAME = 32 * 1024;

/** A byte order mark is part of the text. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export function compress(text: string): Uint8Array | Promise<Uint8Array> {
  const bytes = Buffer.from(text);
  return bytes.length < LARGE_TEXT
    ? zstdCompressSync(bytes, frameOf(bytes))
    : compressInPool(bytes, { ...frameOf(bytes), chunkSize: LARGE_FRAME });
}

/** The UTF-8 bytes of the text; `store_corrupt` when the frame is damaged. */
export async function decompress(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return bytes.length < LARGE_FRAME ? zstdDecompressSync(bytes) : await decompressInPool(bytes);
  } catch (cause) {
    throw new CdrError('store_corrupt', 'A stored document is damaged', {}, { cause });
  }
}

/** The same at once, for readers that have many to look at and take turns in between. */
export function decompressNow(bytes: Uint8Array): Uint8Array {
  try {
    return zstdDecompressSync(bytes);
  } catch (cause) {
    throw new CdrError('store_corrupt', 'A stored document is damaged', {}, { cause });
  }
}

export async function decompressText(bytes: Uint8Array): Promise<string> {
  return utf8.decode(await decompress(bytes));
}
