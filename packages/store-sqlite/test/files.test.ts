import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { CdrError } from '@cairn/core';
import { first, newContribution, newEhr, newTemplate, planOn } from '@cairn/core/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { compositionText } from './support/composition.ts';
import { createEhr } from './support/opened.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => void (temporary = temporaryFolder()));
afterEach(() => temporary.remove());

test.skipIf(process.platform === 'win32')('folder and files are made for their owner alone', async () => {
  const folder = join(temporary.folder, 'data', 'deeper');
  await using store = await openSqliteStore({ path: join(folder, 'cairn.db') });
  await createEhr(store);
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  expect([join(temporary.folder, 'data'), folder].map(mode)).toEqual(['700', '700']);
  const files = readdirSync(folder);
  expect(files).toContain('cairn.db-wal');
  for (const name of files) expect([name, mode(join(folder, name))]).toEqual([name, '600']);
});

test('a path where no file can be is store_unavailable', async () => {
  for (const path of [temporary.folder, join(temporary.file, 'below-a-file'), '/proc/no-such-place/deeper/cairn.db']) {
    if (path !== temporary.folder) await (await openSqliteStore({ path: temporary.file })).close();
    const unavailable = (error: unknown) => error instanceof CdrError && error.code === 'store_unavailable';
    await expect(openSqliteStore({ path })).rejects.toSatisfy(unavailable);
  }
});

test('a closed store leaves one file', async () => {
  const store = await openSqliteStore({ path: temporary.file });
  await createEhr(store);
  await store.close();
  expect(readdirSync(temporary.folder)).toEqual(['cairn.db']);
});

test('a physically deleted EHR leaves no bytes in the files', async () => {
  await using store = await openSqliteStore({ path: temporary.file });
  const marks = ['subject-mark', 'committer-mark', 'audit-mark', 'tag-mark', 'attestation-mark'];
  const [subject, committer, audit, tag, attestation] = marks;
  const filled = async () => {
    const plan = newEhr({ subject: { namespace: 'n', id: `${subject} ${Math.random()}` } });
    await store.commits.commit(plan);
    const version = first();
    const { objectId } = version;
    for (let count = 0; count < 20; count++) {
      const content = planOn(plan.ehrId, {
        contribution: newContribution({ committer: `${committer}`, audit: `{"${audit}":1}` }),
        versions: count === 0 ? [version] : [first()],
        attestations: [{ objectId, number: 1, attestation: `{"${attestation}":1}` }],
        tags: [{ target: { objectId }, tags: [{ key: `${tag}` }] }],
      });
      await store.commits.commit(content);
    }
    return plan.ehrId;
  };
  const found = () => {
    const bytes = readdirSync(temporary.folder).map((name) => readFileSync(join(temporary.folder, name), 'latin1'));
    return marks.filter((mark) => bytes.some((content) => content.includes(mark)));
  };
  const one = await filled();
  await filled();
  expect(found()).toEqual(marks);
  await store.admin.deleteEhr(one);
  await store.admin.deleteAllEhrs();
  expect(found()).toEqual([]);
});

test('a composition takes at most four times its compressed document', async () => {
  const store = await openSqliteStore({ path: temporary.file });
  const template = newTemplate();
  await store.definitions.putTemplate(template, '<template/>');
  let compressed = 0;
  for (let patient = 0; patient < 40; patient++) {
    const ehrId = await createEhr(store);
    const documents = Array.from({ length: 50 }, (_, index) => compositionText(`uid ${index}`, patient * 100 + index));
    const plans = documents.map((document) => {
      const audit = JSON.stringify({
        _type: 'AUDIT_DETAILS',
        committer: { _type: 'PARTY_IDENTIFIED', name: 'x'.repeat(300) },
      });
      return planOn(ehrId, {
        contribution: newContribution({ audit }),
        versions: [first({ document, templateId: template.templateId })],
      });
    });
    await Promise.all(plans.map((plan) => store.commits.commit(plan)));
    for (const document of documents) compressed += zstdCompressSync(document).length;
  }
  await store.close();
  expect(statSync(temporary.file).size / compressed).toBeLessThan(4);
});
