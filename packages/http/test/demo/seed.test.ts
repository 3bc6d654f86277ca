import { createCdr } from '@cairn/core';
import type { Cdr, JsonObject } from '@cairn/core';
import { openSqliteStore } from '@cairn/store-sqlite';
import { describe, expect, test } from 'vitest';
import { seedDemo } from '../../src/demo/index.ts';
import { demoPatients } from '../../src/demo/patients.ts';
import { demoTemplateIds } from '../../src/demo/templates.ts';

async function withCdr(use: (cdr: Cdr) => Promise<void>): Promise<void> {
  await using store = await openSqliteStore({ path: ':memory:' });
  await use(await createCdr({ store, systemId: 'demo.test' }));
}

const directoryOf = async (cdr: Cdr, ehrId: string): Promise<JsonObject> => {
  const read = await cdr.directories.get(ehrId);
  if (read.kind === 'deleted') throw new Error('the directory is deleted');
  return read.data;
};

describe('the demo', () => {
  test('has templates and records that pass the validation', () =>
    withCdr(async (cdr) => {
      expect(await seedDemo(cdr)).toContain('The demo is in: 3 templates, 5 patients, 23 compositions.');
      const templates = await cdr.templates.list();
      expect(templates.map((row) => row.template_id).sort()).toEqual([...demoTemplateIds].sort());
    }));

  test('does nothing, and says so, when it is there already', () =>
    withCdr(async (cdr) => {
      await seedDemo(cdr);
      const [{ ehrId } = { ehrId: '' }] = demoPatients();
      const before = await cdr.contributions.list(ehrId);
      expect(await seedDemo(cdr)).toContain('nothing was changed');
      expect(await cdr.contributions.list(ehrId)).toEqual(before);
    }));

  test('may be put in by several nodes that start at once', () =>
    withCdr(async (cdr) => {
      const texts = await Promise.all([seedDemo(cdr), seedDemo(cdr), seedDemo(cdr)]);
      expect(texts).toHaveLength(3);
      expect(await cdr.templates.list()).toHaveLength(3);
    }));

  test('finds each patient by subject, with all of their records filed in the directory', () =>
    withCdr(async (cdr) => {
      await seedDemo(cdr);
      for (const { ehrId, subjectId, records } of demoPatients()) {
        expect(await cdr.ehrs.getBySubject(subjectId, 'demo')).toMatchObject({ ehr_id: { value: ehrId } });
        const filed = JSON.stringify(await directoryOf(cdr, ehrId));
        for (const { objectId, versions } of records) {
          expect(filed).toContain(objectId);
          const read = await cdr.compositions.get(ehrId, objectId);
          expect(read).toMatchObject({ kind: 'content', uid: `${objectId}::demo.test::${versions.length}` });
        }
      }
    }));

  test('keeps both versions of an amended laboratory report', () =>
    withCdr(async (cdr) => {
      await seedDemo(cdr);
      const amended = demoPatients().flatMap(({ ehrId, records }) =>
        records.filter(({ versions }) => versions.length > 1).map(({ objectId }) => ({ ehrId, objectId })),
      );
      expect(amended).toHaveLength(3);
      for (const { ehrId, objectId } of amended) {
        const { items } = await cdr.compositions.versioned.revisionHistory(ehrId, objectId);
        expect(items).toHaveLength(2);
      }
    }));

  test('says what to try, at the address and under the name that it is given', () =>
    withCdr(async (cdr) => {
      const text = await seedDemo(cdr, {
        origin: 'http://localhost:9',
        username: 'ada',
        basePath: '/x/rest/openehr/v1',
      });
      const commands = text.split('\n').filter((line) => line.includes('curl -u'));
      expect(commands.length).toBeGreaterThan(4);
      for (const command of commands)
        expect(command).toMatch(/^ {2}curl -u ada 'http:\/\/localhost:9\/x\/rest\/openehr\/v1\/.+'$/);
    }));
});
