/**
 * The query side of the port. What concerns a few EHRs is read at once, on connections of this thread; what may concern all is
 * read in other threads, so that commits and point reads do not wait for it. A database in memory has one connection and one
 * thread: there a query is read in slices, between which others have their turn.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexedRow, IndexQuery, QueryAccess, QueryEhr, QueryStore } from '@cairn/core';
import { decompressNow } from '@cairn/store-sql';
import type { CandidateEhr, CompressedDocument } from './candidates.ts';
import { connectReadOnly, withConnection, type Connection } from './connection.ts';
import { storeClosed } from './errors.ts';
import { explainQuery } from './explain.ts';
import { nextSlice, queryReader, type Slice } from './query-reader.ts';
import { querySessions } from './query-session.ts';
import { queryThreads } from './query-threads.ts';

/** Documents. */
const SMALL = 50_000;

export interface QuerySide {
  readonly queries: QueryStore;
  /** Ends what is under way. */
  shut(): Promise<void>;
}

export const queryStore = (connection: Connection): QuerySide =>
  connection.file === undefined ? queriesInMemory(connection) : queriesOnFile(connection.file);

function queriesInMemory(connection: Connection): QuerySide {
  const reader = queryReader(connection.orm);
  return {
    queries: {
      async *candidates(access) {
        const candidates = withConnection(connection, () => reader.candidates(access));
        for (;;) {
          const { ehrs, last } = withConnection(connection, () => nextSlice(candidates));
          yield* ehrs.map(opened);
          if (last) return;
          await nextTurn();
        }
      },
      explain: async (question) => withConnection(connection, () => explainQuery(connection, question)),
      index: {
        count: async (query) => withConnection(connection, () => reader.index.count(query)),
        numbers: async (query) => withConnection(connection, () => reader.index.numbers(query)),
        rows: async (query, limit) => withConnection(connection, () => reader.index.rows(query, limit)),
        bound: async (order) => withConnection(connection, () => reader.index.bound(order)),
      },
    },
    async shut() {},
  };
}

function queriesOnFile(file: string): QuerySide {
  const sessions = querySessions(file);
  const threads = queryThreads(file);
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw storeClosed();
  };

  /** The index of so few documents is looked through sooner than another thread could be asked. */
  function isShort({ ehrId, ehrIds }: IndexQuery): boolean {
    return ehrId !== undefined || ehrIds !== undefined || sessions.answer((reader) => reader.size()) < SMALL;
  }

  async function* here(access: QueryAccess): AsyncGenerator<QueryEhr, void, undefined> {
    const session = sessions.begin(access);
    try {
      for (;;) {
        checkOpen();
        const { ehrs, last } = session.next();
        yield* ehrs.map(opened);
        if (last) return;
        await nextTurn();
      }
    } finally {
      session.end();
    }
  }

  /** The next slice is read while the one before is looked at. */
  async function* elsewhere(access: QueryAccess): AsyncGenerator<QueryEhr, void, undefined> {
    const thread = threads.choose();
    const id = thread.newId();
    let ended = false;
    let coming = thread.ask({ kind: 'begin', access }, id) as Promise<Slice>;
    try {
      for (;;) {
        const { ehrs, last } = await coming;
        ended = last;
        if (!last) {
          coming = thread.ask({ kind: 'next' }, id) as Promise<Slice>;
          coming.catch(() => {});
        }
        yield* ehrs.map(opened);
        if (last) return;
      }
    } finally {
      if (!closed) {
        if (!ended) await coming.catch(() => {});
        await thread.ask({ kind: 'end' }, id);
      }
    }
  }

  return {
    queries: {
      candidates(access) {
        checkOpen();
        const few = access.ehrId !== undefined || access.narrowing?.ehrIds !== undefined;
        return few ? here(access) : elsewhere(access);
      },
      async explain(question) {
        checkOpen();
        const own = connectReadOnly(file);
        try {
          return withConnection(own, () => explainQuery(own, question));
        } finally {
          own.client.close();
        }
      },
      index: {
        async count(query) {
          checkOpen();
          if (isShort(query)) return sessions.answer(({ index }) => index.count(query));
          return (await threads.choose().ask({ kind: 'count', query })) as number | undefined;
        },
        async numbers(query) {
          checkOpen();
          if (isShort(query)) return sessions.answer(({ index }) => index.numbers(query));
          return (await threads.choose().ask({ kind: 'numbers', query })) as readonly [number, number][] | undefined;
        },
        async bound(order) {
          checkOpen();
          return sessions.answer(({ index }) => index.bound(order));
        },
        async rows(query, limit) {
          checkOpen();
          if (isShort(query)) return sessions.answer(({ index }) => index.rows(query, limit));
          return (await threads.choose().ask({ kind: 'rows', query, limit })) as readonly IndexedRow[] | undefined;
        },
      },
    },
    async shut() {
      closed = true;
      await threads.close();
      sessions.close();
    },
  };
}

function opened({ ehr, documents }: CandidateEhr): QueryEhr {
  return { ehr, documents: documents.map(withDocument) };
}

/** A document is unpacked when it is first asked for. */
function withDocument({ frame, ...record }: CompressedDocument): QueryEhr['documents'][number] {
  let document: Uint8Array | undefined;
  return {
    ...record,
    get document() {
      return (document ??= frame === null ? undefined : decompressNow(frame));
    },
  };
}
