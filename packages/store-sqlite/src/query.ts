/**
 * The query side of the port. What concerns a few documents of named EHRs is read at once, on connections of this thread; what may
 * concern more is read in other threads, so that commits and point reads do not wait for it. A database in memory has one connection and one
 * thread: there a query is read in slices, between which others have their turn.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexQuery, IndexStore, ProjectedEhr, Projection, QueryAccess, QueryEhr, QueryStore } from '@cairn/core';
import {
  openedDocument,
  unpackedDocument,
  type CompressedDocument,
  type Legend,
  type PackedDocument,
} from '@cairn/store-sql';
import type { Candidate } from './candidates.ts';
import { connectReadOnly, withConnection, type Connection } from './connection.ts';
import { storeClosed } from './errors.ts';
import { explainQuery } from './explain.ts';
import type { IndexAnswers } from './index-reader.ts';
import type { Question } from './query-messages.ts';
import { nextSlice, queryReader, type Slice } from './query-reader.ts';
import { querySessions, type QuerySession } from './query-session.ts';
import { queryThreads, type QueryThread, type Unnumbered } from './query-threads.ts';

type Rows = Awaited<ReturnType<IndexStore['rows']>>;

/** What a query thread gives for a beginning. */
interface Projecting {
  readonly legend: Legend;
  readonly first: Slice<CompressedDocument | PackedDocument>;
}

/** The index of so few documents is looked through sooner than others would notice. */
const SMALL = { counts: 150_000, groups: 5_000 };

export interface QuerySide {
  readonly queries: QueryStore;
  /** Ends what is under way. */
  shut(): Promise<void>;
}

export const queryStore = (connection: Connection): QuerySide =>
  connection.file === undefined ? queriesInMemory(connection) : queriesOnFile(connection.file);

function queriesInMemory(connection: Connection): QuerySide {
  const reader = queryReader(connection.orm);

  async function* slices<D extends CompressedDocument | PackedDocument>(
    candidates: Parameters<typeof nextSlice<D>>[0],
  ): AsyncGenerator<Candidate<D>, void, undefined> {
    for (;;) {
      const { ehrs, last } = withConnection(connection, () => nextSlice(candidates));
      yield* ehrs;
      if (last) return;
      await nextTurn();
    }
  }

  return {
    queries: {
      pause: () => nextTurn(),
      candidates: (access) => wholeDocuments(slices(withConnection(connection, () => reader.candidates(access)))),
      async *projected(access, projection) {
        const { candidates, legend } = withConnection(connection, () => reader.projected(access, projection));
        for await (const one of slices(candidates)) yield openedRows(one, legend);
      },
      explain: async (question) => withConnection(connection, () => explainQuery(connection, question)),
      index: {
        count: async (query) => withConnection(connection, () => reader.index.count(query)),
        numbers: async (query) => withConnection(connection, () => reader.index.numbers(query)),
        groups: async (query) => withConnection(connection, () => reader.index.groups(query)),
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

  const isSoonRead = (access: QueryAccess): boolean => sessions.answer((reader) => reader.isSoonRead(access));

  /** An answer of this thread, if it is a short one; else that of another. */
  async function answerOf<T>(
    { ehrId, ehrIds }: IndexQuery,
    most: number,
    work: (index: IndexAnswers) => T,
    question: Unnumbered<Question>,
  ): Promise<T> {
    checkOpen();
    const isShort = ehrId !== undefined || ehrIds !== undefined;
    const answer = sessions.answer(({ index, size }) =>
      isShort || size() < most ? { value: work(index) } : undefined,
    );
    return answer ? answer.value : ((await threads.choose().ask(question)) as T);
  }

  async function* here<D>(session: QuerySession<D>): AsyncGenerator<Candidate<D>, void, undefined> {
    try {
      for (;;) {
        checkOpen();
        const { ehrs, last } = session.next();
        yield* ehrs;
        if (last) return;
        await nextTurn();
      }
    } finally {
      session.end();
    }
  }

  /** The next slice is read while the one before is looked at. */
  async function* elsewhere<D>(
    thread: QueryThread,
    id: number,
    first: Promise<Slice<D>>,
  ): AsyncGenerator<Candidate<D>, void, undefined> {
    let ended = false;
    let coming = first;
    try {
      for (;;) {
        const { ehrs, last } = await coming;
        checkOpen();
        ended = last;
        if (!last) {
          coming = thread.ask({ kind: 'next' }, id) as Promise<Slice<D>>;
          coming.catch(() => {});
        }
        yield* ehrs;
        if (last) return;
      }
    } finally {
      if (!closed) {
        if (!ended) await coming.catch(() => {});
        await thread.ask({ kind: 'end' }, id);
      }
    }
  }

  function candidatesOf(access: QueryAccess): AsyncIterable<Candidate<CompressedDocument>> {
    if (isSoonRead(access)) return here(sessions.begin(access));
    const thread = threads.choose();
    const id = thread.newId();
    return elsewhere(thread, id, thread.ask({ kind: 'begin', access }, id) as Promise<Slice<CompressedDocument>>);
  }

  async function* projected(
    access: QueryAccess,
    projection: Projection,
  ): AsyncGenerator<ProjectedEhr, void, undefined> {
    if (isSoonRead(access)) {
      const session = sessions.project(access, projection);
      for await (const one of here(session)) yield openedRows(one, session.legend);
      return;
    }
    const thread = threads.choose();
    const id = thread.newId();
    const begun = thread.ask({ kind: 'project', access, projection }, id) as Promise<Projecting>;
    const first = begun.then((answer) => answer.first);
    for await (const one of elsewhere(thread, id, first)) yield openedRows(one, (await begun).legend);
  }

  return {
    queries: {
      pause: () => nextTurn(),
      candidates(access) {
        checkOpen();
        return wholeDocuments(candidatesOf(access));
      },
      projected(access, projection) {
        checkOpen();
        return projected(access, projection);
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
        count: (query) => answerOf(query, SMALL.counts, (index) => index.count(query), { kind: 'count', query }),
        numbers: (query) => answerOf(query, SMALL.counts, (index) => index.numbers(query), { kind: 'numbers', query }),
        groups: (query) => answerOf(query, SMALL.groups, (index) => index.groups(query), { kind: 'groups', query }),
        async rows(query, limit) {
          checkOpen();
          const soon = sessions.answer(({ index }) => index.soonRows(query, limit));
          return soon ? soon.rows : ((await threads.choose().ask({ kind: 'rows', query, limit })) as Rows);
        },
        async bound(order) {
          checkOpen();
          return sessions.answer(({ index }) => index.bound(order));
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

async function* wholeDocuments(
  candidates: AsyncIterable<Candidate<CompressedDocument>>,
): AsyncGenerator<QueryEhr, void, undefined> {
  for await (const { ehr, documents } of candidates) yield { ehr, documents: documents.map(openedDocument) };
}

function openedRows({ ehr, documents }: Candidate<CompressedDocument | PackedDocument>, legend: Legend): ProjectedEhr {
  return {
    ehr,
    documents: documents.map((one) => ('cells' in one ? unpackedDocument(one, legend) : openedDocument(one))),
  };
}
