/** The thread that long queries are read in. Whatever is asked is answered in order, one slice or number at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { CdrError } from '@cairn/core';
import type { Answer, Question } from './query-messages.ts';
import { querySessions, type QuerySession } from './query-session.ts';

const sessions = querySessions(String(workerData));
const open = new Map<number, QuerySession<unknown>>();

parentPort?.on('message', (question: Question) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage(reply(question));
});

function reply(question: Question): Answer {
  const { id } = question;
  try {
    return { id, value: answer(question) };
  } catch (error) {
    open.get(id)?.end();
    open.delete(id);
    return error instanceof CdrError
      ? { id, refused: { code: error.code, message: error.message } }
      : { id, refused: { code: undefined, message: error instanceof Error ? error.message : 'unknown trouble' } };
  }
}

function answer(question: Question): unknown {
  const { id } = question;
  switch (question.kind) {
    case 'begin':
      open.set(id, sessions.begin(question.access));
      return open.get(id)?.next();
    case 'project': {
      const session = sessions.project(question.access, question.projection);
      open.set(id, session);
      return { legend: session.legend, first: session.next() };
    }
    case 'next':
      return open.get(id)?.next();
    case 'end':
      open.get(id)?.end();
      open.delete(id);
      return undefined;
    case 'count':
      return sessions.answer(({ index }) => index.count(question.query));
    case 'numbers':
      return sessions.answer(({ index }) => index.numbers(question.query));
    case 'groups':
      return sessions.answer(({ index }) => index.groups(question.query));
    case 'rows':
      return sessions.answer(({ index }) => index.rows(question.query, question.limit));
  }
}
