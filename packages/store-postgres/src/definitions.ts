/** Operational templates, by id; and stored queries. */
import type { DefinitionStore } from '@cairn/core';
import { compress, decompressText } from '@cairn/store-sql';
import type { Connection } from './connection.ts';
import { asc, sql } from './drizzle.ts';
import { isForeignKeyError } from './errors.ts';
import { templateColumns } from './rows.ts';
import { template, version } from './schema.ts';
import { matches } from './statement.ts';
import { storedQueryStore } from './stored-queries.ts';

export function definitionStore(connection: Connection): DefinitionStore {
  const { orm, run } = connection;
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
    .returning({ templateKey: template.templateKey })
    .prepare('template_insert');
  const byId = orm
    .select({ ...templateColumns, opt: template.opt })
    .from(template)
    .where(matches(template.templateId, 'templateId'))
    .prepare('template_by_id');
  const all = orm.select(templateColumns).from(template).orderBy(asc(template.templateId)).prepare('templates');
  const keyOf = orm
    .select({ templateKey: template.templateKey })
    .from(template)
    .where(matches(template.templateId, 'templateId'))
    .prepare('template_key');
  const anyUse = orm
    .select({ number: version.number })
    .from(version)
    .where(matches(version.templateKey, 'templateKey'))
    .limit(1)
    .prepare('template_use');
  const drop = orm
    .delete(template)
    .where(matches(template.templateKey, 'templateKey'))
    .returning({ templateKey: template.templateKey })
    .prepare('template_delete');

  return {
    ...storedQueryStore(connection),
    putTemplate: (record, opt) =>
      run(async () => {
        const stored = await insert.execute({ ...record, opt: await compress(opt) });
        return stored.length === 1 ? 'stored' : 'exists';
      }),
    template: (templateId) =>
      run(async () => {
        const [row] = await byId.execute({ templateId });
        return row && { ...row, opt: await decompressText(row.opt) };
      }),
    templates: () => run(() => all.execute()),
    deleteTemplate: (templateId) =>
      run(async () => {
        const [row] = await keyOf.execute({ templateId });
        if (!row) return 'absent';
        const [use] = await anyUse.execute(row);
        if (use) return 'in-use';
        try {
          const dropped = await drop.execute(row);
          return dropped.length === 1 ? 'deleted' : 'absent';
        } catch (error) {
          // A version has come to refer to it in between.
          if (isForeignKeyError(error)) return 'in-use';
          throw error;
        }
      }),
  };
}
