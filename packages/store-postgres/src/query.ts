/** The query side of the port. Each query reads one state of the database, on a connection of its own. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexStore, QueryStore } from '@cairn/core';
import { openedDocument } from '@cairn/store-sql';
import { candidates } from './candidates.ts';
import type { Connection } from './connection.ts';
import { explainQuery } from './explain.ts';
import { indexReader, PURPOSES, type Asked, type IndexReader } from './index-reader.ts';
import { projected } from './projections.ts';
import type { Caller } from './lease.ts';
import type { Snapshot, SnapshotOptions } from './snapshot.ts';

export function queryStore(connection: Connection): QueryStore {
  const index = indexReader(connection);
  return queriesOf(connection, index, {});
}

/** Those of one caller. */
function queriesOf(connection: Connection, index: IndexReader, caller: Caller): QueryStore {
  const snapshot = (options: SnapshotOptions = {}): Promise<Snapshot> => connection.snapshot({ ...options, ...caller });

  async function answer<T>(kind: keyof IndexStore, question: Asked<T>): Promise<T> {
    const found = PURPOSES[kind] === 'finding' ? await index.answerAtOnce(question, caller) : undefined;
    if (found) return found.value;
    const own = await snapshot({ purpose: PURPOSES[kind] });
    try {
      return await index.answer(own, question);
    } finally {
      void own.end();
    }
  }

  return {
    pause: () => nextTurn(),
    until: ({ timeoutMs, ...caller }) =>
      queriesOf(connection, index, { ...caller, deadline: performance.now() + timeoutMs }),
    async *candidates(access) {
      const own = await snapshot();
      try {
        for await (const { ehr, documents } of candidates(own, index, access)) {
          yield { ehr, documents: documents.map(openedDocument) };
        }
      } finally {
        void own.end();
      }
    },
    async *projected(access, projection) {
      const own = await snapshot({ purpose: PURPOSES.projected });
      try {
        for await (const { ehr, documents } of projected(own, index, access, projection)) {
          yield { ehr, documents: documents.map((one) => ('frame' in one ? openedDocument(one) : one)) };
        }
      } finally {
        void own.end();
      }
    },
    explain: (question) => explainQuery(connection, index, question),
    index: {
      count: (query) => answer('count', (access) => access.count(query)),
      numbers: (query) => answer('numbers', (access) => access.numbers(query)),
      groups: (query) => answer('groups', (access) => access.groups(query)),
      rows: (query, limit) => answer('rows', (access) => access.rows(query, limit)),
      bound: (order) => answer('bound', (access) => access.bound(order)),
    },
  };
}
