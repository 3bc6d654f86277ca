import { zstdCompressSync } from 'node:zlib';
import { isJsonObject, parseJson, type DocumentIndex } from '@cairn/core';
import { first, newContribution, newTemplate, planOn } from '@cairn/core/testing';
import { expect, test } from 'vitest';
import { openPostgresStore } from '../src/index.ts';
import { indexDocument } from '../../core/src/aql/indexing/index.ts';
import { compositionText } from '../../store-sqlite/test/support/composition.ts';
import { freshDatabase } from './support/databases.ts';
import { createEhr, onDatabase } from './support/opened.ts';
import { postgresWanted } from './support/wanted.ts';

function indexOf(document: string): DocumentIndex {
  const value = parseJson(document);
  const index = isJsonObject(value) ? indexDocument(value, 'COMPOSITION') : undefined;
  if (!index) throw new TypeError('A composition of this test can not be indexed');
  return index;
}

test.runIf(postgresWanted).each([
  { what: 'a composition', most: 4, indexed: false },
  { what: 'a composition with 58 data values in its index', most: 11, indexed: true },
])('$what takes at most $most times its compressed document', { timeout: 60_000 }, async ({ most, indexed }) => {
  const { url, drop } = await freshDatabase();
  const store = await openPostgresStore({ url });
  const template = newTemplate();
  await store.definitions.putTemplate(template, '<template/>');
  const size = async (): Promise<number> => {
    const rows = await onDatabase<{ bytes: number }>(
      url,
      `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    return rows[0]?.bytes ?? NaN;
  };
  const before = await size();
  const audit = JSON.stringify({
    _type: 'AUDIT_DETAILS',
    committer: { _type: 'PARTY_IDENTIFIED', name: 'x'.repeat(300) },
  });
  let compressed = 0;
  let compositions = 0;
  for (let patient = 0; patient < 10; patient++) {
    const ehrId = await createEhr(store);
    const documents = Array.from({ length: 100 }, (_, index) => compositionText(`uid ${index}`, patient * 100 + index));
    const plans = documents.map((document) =>
      planOn(ehrId, {
        contribution: newContribution({ audit }),
        versions: [first({ document, templateId: template.templateId, ...(indexed && { index: indexOf(document) }) })],
      }),
    );
    await Promise.all(plans.map((plan) => store.commits.commit(plan)));
    compositions += plans.length;
    for (const document of documents) compressed += zstdCompressSync(document).length;
  }
  await store.close();
  const bytes = (await size()) - before;
  await drop();
  const ratio = bytes / compressed;
  const each = (sum: number): string => (sum / compositions).toFixed(0);
  console.log(`${each(compressed)} bytes compressed, ${each(bytes)} on disk: ${ratio.toFixed(2)} times that`);
  expect(ratio).toBeLessThan(most);
});
