import { expect, test } from 'vitest';
import { connect } from '../src/connection.ts';
import { migrate } from '../src/migrate.ts';
import { assembleStore } from '../src/open.ts';

/** Statements that read a whole table, because that is what they are for. */
const wholeTable = [
  /^select .* from "template" order by/,
  /^select .* from "stored_query"$/,
  /^select "ehr_id" from "ehr"$/,
];

test('every other statement of the store finds its rows by an index, and none sorts', async () => {
  const connection = connect(':memory:', { create: true });
  migrate(connection, 'apply');
  const { client } = connection;
  const statements: string[] = [];
  const prepare = client.prepare.bind(client);
  client.prepare = (source: string) => {
    statements.push(source);
    return prepare(source);
  };
  const store = assembleStore(connection);
  // A part prepares its statements when it is first asked for something.
  for (const part of Object.values(store)) if (typeof part === 'object') Reflect.get(part, 'anything');
  client.prepare = prepare;

  const explained = statements.filter((source) => /^(select|update|delete)/.test(source));
  expect(explained.length).toBeGreaterThan(30);
  for (const source of explained) {
    if (wholeTable.some((pattern) => pattern.test(source))) continue;
    const explain = client.prepare<unknown[], { detail: string }>(`explain query plan ${source}`);
    const values = Array.from(source.matchAll(/\?/g), () => null);
    const steps = explain.all(...values).map(({ detail }) => detail);
    const slow = steps.filter((step) => /^SCAN (?!CONSTANT ROW)|TEMP B-TREE/.test(step));
    expect({ source, slow }).toEqual({ source, slow: [] });
  }
  await store.close();
});
