import type { SettingStore } from '@cairn/core';
import type { Connection } from './connection.ts';
import { sql } from './drizzle.ts';
import { setting } from './schema.ts';
import { matches } from './statement.ts';

export function settingStore({ orm, run }: Connection): SettingStore {
  const byKey = orm
    .select({ value: setting.value })
    .from(setting)
    .where(matches(setting.key, 'key'))
    .prepare('setting_by_key');
  const insert = orm
    .insert(setting)
    .values({ key: sql.placeholder('key'), value: sql.placeholder('value') })
    .onConflictDoNothing()
    .prepare('setting_insert');

  async function get(key: string): Promise<string | undefined> {
    const [row] = await byKey.execute({ key });
    return row?.value;
  }

  return {
    get: (key) => run(() => get(key)),
    putIfAbsent: (key, value) =>
      run(async () => {
        await insert.execute({ key, value });
        return (await get(key)) ?? value;
      }),
  };
}
