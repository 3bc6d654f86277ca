import { createHash } from 'node:crypto';
import type { Subject } from '@cairn/core';

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

/** Stands for a subject where it has to be unique: SHA-256 of the digests of namespace and id. */
export function subjectKey({ namespace, id }: Subject): Buffer {
  return sha256(Buffer.concat([sha256(namespace), sha256(id)]));
}
