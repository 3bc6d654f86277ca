import { readFileSync } from 'node:fs';

/**
 * How many transactions the write-ahead log of a database holds since it was last begun anew: the frames that end a
 * transaction carry the size of the database, all others zero (SQLite, "WAL-mode file format", section 1).
 */
export function transactionsInLog(file: string): number {
  const log = readFileSync(`${file}-wal`);
  if (log.length === 0) return 0;
  const pageSize = log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let count = 0;
  for (let frame = 32; frame + 24 + pageSize <= log.length; frame += 24 + pageSize) {
    if (!log.subarray(frame + 8, frame + 16).equals(salts)) break;
    if (log.readUInt32BE(frame + 4) > 0) count++;
  }
  return count;
}
