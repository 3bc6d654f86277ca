import { describe, expect, test } from 'vitest';
import type { StoredQueryRecord } from '../../ports/store.ts';
import { uuid } from '../plans.ts';
import type { StoreUnderTest } from '../support.ts';

const newQuery = (given: Partial<StoredQueryRecord> = {}): StoredQueryRecord => ({
  name: `org.example::${uuid()}`,
  version: '1.0.0',
  text: 'SELECT e/ehr_id/value FROM EHR e',
  timeSaved: 1_700_000_000_123,
  ...given,
});

export function storedQueryTests(store: StoreUnderTest): void {
  describe('stored queries', () => {
    test('are stored once per name and version, whatever their text', async () => {
      const { definitions } = store();
      const query = newQuery({ text: "\uFEFFSELECT 'Größe \u{1F600}'\r\n\tFROM EHR e -- names" });
      expect(await definitions.query(query.name, query.version)).toBeUndefined();
      expect(await definitions.putQuery(query)).toBe('stored');
      expect(await definitions.putQuery({ ...query, text: 'other', timeSaved: 0 })).toBe('exists');
      expect(await definitions.query(query.name, query.version)).toEqual(query);
      expect(await definitions.putQuery({ ...query, version: '1.0.1' })).toBe('stored');
    });

    test('are stored once when they come at the same moment', async () => {
      const { definitions } = store();
      const { name } = newQuery();
      const rivals = Array.from({ length: 8 }, (_, index) => newQuery({ name, text: `text ${index}` }));
      const answers = await Promise.all(rivals.map((rival) => definitions.putQuery(rival)));
      expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1);
      expect(await definitions.query(name, '1.0.0')).toEqual(rivals[answers.indexOf('stored')]);
    });

    test('are found by their exact name and version; upper and lower case are different', async () => {
      const { definitions } = store();
      const query = newQuery({ name: `abc-${uuid()}`, version: '1.0.0-rc.1' });
      await definitions.putQuery(query);
      expect(await definitions.query(query.name.toUpperCase(), query.version)).toBeUndefined();
      expect(await definitions.query(query.name, '1.0.0-RC.1')).toBeUndefined();
      expect(await definitions.query(query.name, '1.0.0')).toBeUndefined();
      expect(await definitions.putQuery({ ...query, name: query.name.toUpperCase() })).toBe('stored');
    });

    test('give the versions of one name, and every version of every name', async () => {
      const { definitions } = store();
      const query = newQuery();
      const other = newQuery({ name: `${query.name}x` });
      expect(await definitions.queryVersions(query.name)).toEqual([]);
      const versions = ['1.0.0', '1.0.10', '1.0.9', '2.0.0-beta'];
      for (const version of versions) await definitions.putQuery({ ...query, version });
      await definitions.putQuery(other);
      expect([...(await definitions.queryVersions(query.name))].toSorted()).toEqual(versions);
      const all = await definitions.queries();
      expect(all.filter(({ name }) => name.startsWith(query.name))).toHaveLength(5);
      expect(all).toContainEqual(other);
      expect(all).toContainEqual({ ...query, version: '1.0.10' });
    });

    test('are deleted one version at a time', async () => {
      const { definitions } = store();
      const query = newQuery();
      expect(await definitions.deleteQuery(query.name, query.version)).toBe('absent');
      for (const version of ['1.0.0', '1.0.1']) await definitions.putQuery({ ...query, version });
      expect(await definitions.deleteQuery(query.name, '1.0.0')).toBe('deleted');
      expect(await definitions.deleteQuery(query.name, '1.0.0')).toBe('absent');
      expect(await definitions.queryVersions(query.name)).toEqual(['1.0.1']);
      expect(await definitions.putQuery(query)).toBe('stored');
    });
  });
}
