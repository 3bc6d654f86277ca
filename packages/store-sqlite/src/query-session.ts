/** Queries on connections of their own in this thread: each reads one state of the database from beginning to end. */
import type { Projection, QueryAccess } from '@cairn/core';
import type { CompressedDocument, Legend, PackedDocument } from '@cairn/store-sql';
import { connectReadOnly, withConnection, type Connection } from './connection.ts';
import { nextSlice, queryReader, type QueryReader, type Slice } from './query-reader.ts';

export interface QuerySession<D> {
  next(): Slice<D>;
  /** Idempotent. */
  end(): void;
}

export interface QuerySessions {
  begin(access: QueryAccess): QuerySession<CompressedDocument>;
  project(access: QueryAccess, projection: Projection): ProjectingSession;
  /** Short work, done at once. */
  answer<T>(work: (reader: QueryReader) => T): T;
  close(): void;
}

export interface ProjectingSession extends QuerySession<CompressedDocument | PackedDocument> {
  readonly legend: Legend;
}

interface Reading {
  readonly connection: Connection;
  readonly reader: QueryReader;
  /** Work on one state of the database. */
  readonly inOneState: <T>(work: (reader: QueryReader) => T) => T;
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

  function start(): Reading {
    const reading = take();
    const { connection } = reading;
    withConnection(connection, () => connection.client.exec('begin'));
    return reading;
  }

  const sessionOn = <D extends CompressedDocument | PackedDocument>(
    reading: Reading,
    candidates: Parameters<typeof nextSlice<D>>[0],
  ): QuerySession<D> => ({
    next: () => withConnection(reading.connection, () => nextSlice(candidates)),
    end: () => giveBack(reading),
  });

  return {
    begin(access) {
      const reading = start();
      return sessionOn(reading, reading.reader.candidates(access));
    },
    project(access, projection) {
      const reading = start();
      try {
        const { candidates, legend } = withConnection(reading.connection, () =>
          reading.reader.projected(access, projection),
        );
        return { ...sessionOn(reading, candidates), legend };
      } catch (error) {
        giveBack(reading);
        throw error;
      }
    },
    answer(work) {
      const reading = take();
      try {
        return withConnection(reading.connection, () => reading.inOneState(work));
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
  const reader = queryReader(connection.orm);
  const transaction = connection.client.transaction((work: (reader: QueryReader) => unknown) => work(reader));
  return { connection, reader, inOneState: <T>(work: (reader: QueryReader) => T) => transaction(work) as T };
}
