/** Texts that were unpacked a moment ago: whoever reads a version soon reads it again, and unpacking takes longer than finding it. */
import { decompress } from './codec.ts';

export interface RecentTexts {
  /**
   * The UTF-8 bytes of a text at rest, the caller's own; `store_corrupt` when the frame is damaged. What was unpacked before is
   * found by `key` and is used only for the very same frame, so it doesn't matter what the key stands for meanwhile.
   */
  unpack(key: string, frame: Uint8Array): Promise<Uint8Array>;
  /** All of them: some are of what was removed from the database. */
  forgetAll(): void;
}

interface Unpacked {
  readonly frame: Uint8Array;
  readonly text: Uint8Array;
}

/** Bytes of memory: some thousand documents of the usual size. */
const CAPACITY = 16 * 1024 * 1024;

/** Keeps texts as long as all of them have room; the one that was not asked for the longest goes first. */
export function recentTexts(capacity: number = CAPACITY): RecentTexts {
  const known = new Map<string, Unpacked>();
  let size = 0;
  let forgotten = 0;

  function forget(key: string): void {
    const gone = known.get(key);
    if (gone === undefined) return;
    known.delete(key);
    size -= sizeOf(gone);
  }

  function keep(key: string, unpacked: Unpacked): void {
    forget(key);
    if (sizeOf(unpacked) > capacity) return;
    known.set(key, unpacked);
    size += sizeOf(unpacked);
    for (const oldest of known.keys()) {
      if (size <= capacity) return;
      forget(oldest);
    }
  }

  return {
    async unpack(key, frame) {
      const found = known.get(key);
      const before = forgotten;
      const isSame = found !== undefined && Buffer.compare(found.frame, frame) === 0;
      const unpacked = isSame ? found : { frame, text: await decompress(frame) };
      if (before === forgotten) keep(key, unpacked);
      // Whoever gets a text may do with it as they like.
      return new Uint8Array(unpacked.text);
    },
    forgetAll() {
      forgotten += 1;
      known.clear();
      size = 0;
    },
  };
}

const sizeOf = ({ frame, text }: Unpacked): number => frame.length + text.length;
