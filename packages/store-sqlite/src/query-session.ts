/** Queries on connections of their own in this thread: each reads one state of the database from beginning to end. */
import type { QueryAccess } from '@cairn/core';
import { connectReadOnly, withConnection, type Connection } from './connection.ts';
import { nextSlice, queryReader, type QueryReader, type Slice } from './query-reader.ts';

export interface QuerySession {
  next(): Slice;
  /** Idempotent. */
  end(): void;
}

export interface QuerySessions {
  begin(access: QueryAccess): QuerySession;
  /** Short work, done at once. */
  answer<T>(work: (reader: QueryReader) => T): T;
  close(): void;
}

interface Reading {
  readonly connection: Connection;
  readonly reader: QueryReader;
}

/** So many connections are kept open for later queries. */
const KEPT = 4;

export function querySessions(file: string): QuerySessions {
  const idle: Reading[] = [];
  const busy = new Set<Reading>();

  function take(): Reading {
    const reading = idle.pop() ?? connected(file);
    busy.add(reading);
    return reading;
  }

  function giveBack(reading: Reading): void {
    if (!busy.delete(reading)) return;
    const { client } = reading.connection;
    if (client.inTransaction) client.exec('rollback');
    if (idle.length < KEPT) idle.push(reading);
    else client.close();
  }

  return {
    begin(access) {
      const reading = take();
      const { connection, reader } = reading;
      withConnection(connection, () => connection.client.exec('begin'));
      const candidates = reader.candidates(access);
      return {
        next: () => withConnection(connection, () => nextSlice(candidates)),
        end: () => giveBack(reading),
      };
    },
    answer(work) {
      const reading = take();
      const { connection, reader } = reading;
      try {
        return withConnection(connection, () => connection.client.transaction(() => work(reader))());
      } finally {
        giveBack(reading);
      }
    },
    close() {
      for (const { connection } of [...idle, ...busy]) connection.client.close();
      idle.length = 0;
      busy.clear();
    },
  };
}

function connected(file: string): Reading {
  const connection = connectReadOnly(file);
  return { connection, reader: queryReader(connection.orm) };
}
