/** Operational templates, by id; and stored queries. */
import type { DefinitionStore } from '@cairn/core';
import { compress, decompressText } from '@cairn/store-sql';
import { withConnection, type Connection } from './connection.ts';
import { asc, sql } from './drizzle.ts';
import { templateColumns } from './rows.ts';
import { template, version } from './schema.ts';
import { matches } from './statement.ts';
import { storedQueryStore } from './stored-queries.ts';
import { writing } from './writing.ts';

export function definitionStore(connection: Connection): DefinitionStore {
  const { orm, client } = connection;
  const insert = orm
    .insert(template)
    .values({
      templateId: sql.placeholder('templateId'),
      concept: sql.placeholder('concept'),
      archetypeId: sql.placeholder('archetypeId'),
      uid: sql.placeholder('uid'),
      timeCreated: sql.placeholder('timeCreated'),
      opt: sql.placeholder('opt'),
    })
    .onConflictDoNothing({ target: template.templateId })
    .prepare();
  const byId = orm
    .select({ ...templateColumns, opt: template.opt })
    .from(template)
    .where(matches(template.templateId, 'templateId'))
    .prepare();
  const all = orm.select(templateColumns).from(template).orderBy(asc(template.templateId)).prepare();
  const keyOf = orm
    .select({ templateKey: template.templateKey })
    .from(template)
    .where(matches(template.templateId, 'templateId'))
    .prepare();
  const anyUse = orm
    .select({ number: version.number })
    .from(version)
    .where(matches(version.templateKey, 'templateKey'))
    .prepare();
  const drop = orm.delete(template).where(matches(template.templateKey, 'templateKey')).prepare();

  const dropUnused = client.transaction((templateId: string) => {
    const row = keyOf.get({ templateId });
    if (!row) return 'absent';
    if (anyUse.get(row)) return 'in-use';
    drop.run(row);
    return 'deleted';
  });

  return {
    async putTemplate(record, opt) {
      const frame = await compress(opt);
      const { changes } = await writing(connection, () => insert.run({ ...record, opt: frame }));
      return changes === 1 ? 'stored' : 'exists';
    },
    async template(templateId) {
      const row = withConnection(connection, () => byId.get({ templateId }));
      return row && { ...row, opt: await decompressText(row.opt) };
    },
    async templates() {
      return withConnection(connection, () => all.all());
    },
    async deleteTemplate(templateId) {
      return writing(connection, () => dropUnused.immediate(templateId));
    },
    ...storedQueryStore(connection),
  };
}
