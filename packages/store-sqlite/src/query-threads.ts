/** Threads for long queries, started when there is one. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CdrError } from '@cairn/core';
import { storeClosed } from './errors.ts';
import type { Answer, Question } from './query-messages.ts';

export interface QueryThreads {
  /** A thread for one query, the least busy one. */
  choose(): QueryThread;
  close(): Promise<void>;
}

export type Unnumbered<T> = T extends { readonly id: number } ? Omit<T, 'id'> : never;

export interface QueryThread {
  /** A number for a query that asks several questions. */
  newId(): number;
  ask(question: Unnumbered<Question>, id?: number): Promise<unknown>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface RunningThread extends QueryThread {
  readonly waiting: ReadonlyMap<number, Waiting>;
  stop(): Promise<void>;
}

/** Beside this thread there is work for few others. */
const MOST_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

export function queryThreads(file: string): QueryThreads {
  let threads: RunningThread[] = [];
  let closed = false;
  return {
    choose() {
      if (closed) throw storeClosed();
      const [best] = threads.toSorted((a, b) => a.waiting.size - b.waiting.size);
      if (best && (best.waiting.size === 0 || threads.length >= MOST_THREADS)) return best;
      const thread = startThread(file, () => {
        threads = threads.filter((one) => one !== thread);
      });
      threads.push(thread);
      return thread;
    },
    async close() {
      closed = true;
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

function startThread(file: string, onEnd: () => void): RunningThread {
  // Sources run as they are; the package that is published has JavaScript.
  const isSource = import.meta.url.endsWith('.ts');
  const worker = new Worker(new URL(isSource ? './query-worker.ts' : './query-worker.js', import.meta.url), {
    workerData: file,
    ...(isSource && { execArgv: ['--conditions=cairn-source'] }),
  });
  worker.unref();
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  const settle = (answer: Answer): void => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ('value' in answer) asked?.resolve(answer.value);
    else asked?.reject(new CdrError(answer.refused.code ?? 'store_unavailable', answer.refused.message));
  };
  const fail = (error: unknown): void => {
    onEnd();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', settle);
  worker.on('error', (cause) => fail(new CdrError('store_unavailable', 'A query thread has failed', {}, { cause })));
  worker.on('exit', () => fail(storeClosed()));

  const newId = (): number => (lastId += 1);
  return {
    waiting,
    newId,
    ask(question, id = newId()) {
      worker.ref();
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
        worker.postMessage({ ...question, id });
      });
    },
    stop: async () => void (await worker.terminate()),
  };
}
