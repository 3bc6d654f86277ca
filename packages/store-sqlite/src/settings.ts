import type { SettingStore } from '@cairn/core';
import { withConnection, type Connection } from './connection.ts';
import { sql } from './drizzle.ts';
import { setting } from './schema.ts';
import { matches } from './statement.ts';
import { writing } from './writing.ts';

export function settingStore(connection: Connection): SettingStore {
  const { orm } = connection;
  const byKey = orm.select({ value: setting.value }).from(setting).where(matches(setting.key, 'key')).prepare();
  const insert = orm
    .insert(setting)
    .values({ key: sql.placeholder('key'), value: sql.placeholder('value') })
    .onConflictDoNothing()
    .prepare();

  return {
    async get(key) {
      return withConnection(connection, () => byKey.get({ key })?.value);
    },
    async putIfAbsent(key, value) {
      return writing(connection, () => {
        insert.run({ key, value });
        return byKey.get({ key })?.value ?? value;
      });
    },
  };
}
