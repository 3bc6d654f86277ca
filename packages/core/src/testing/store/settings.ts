import { describe, expect, test } from 'vitest';
import { uuid } from '../plans.ts';
import type { StoreUnderTest } from '../support.ts';

export function settingTests(store: StoreUnderTest): void {
  describe('settings', () => {
    test('keep their first value', async () => {
      const { settings } = store();
      const key = `contract.${uuid()}`;
      expect(await settings.get(key)).toBeUndefined();
      expect(await settings.putIfAbsent(key, 'one')).toBe('one');
      expect(await settings.putIfAbsent(key, 'two')).toBe('one');
      expect(await settings.get(key)).toBe('one');
      expect(await settings.get(key.toUpperCase())).toBeUndefined();
    });

    test('give all who set them at the same moment the same value', async () => {
      const key = `contract.${uuid()}`;
      const values = Array.from({ length: 10 }, (_, index) => `value ${index}`);
      const answers = await Promise.all(values.map((value) => store().settings.putIfAbsent(key, value)));
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toBe(await store().settings.get(key));
    });

    test('may be empty or of any characters', async () => {
      for (const value of ['', ' ', 'Größe \u{1F600}\n']) {
        expect(await store().settings.putIfAbsent(`contract.${uuid()}`, value)).toBe(value);
      }
    });
  });
}
