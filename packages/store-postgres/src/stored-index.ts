/** Index rows as they are stored, back in the form in which the core makes them. */
import type { DocumentIndex } from '@cairn/core';
import type { Orm } from './connection.ts';
import { and, eq, sql } from './drizzle.ts';
import { archetype, document, leaf, leafPath, root } from './schema.ts';
import { matches, rowsOf } from './statement.ts';

/** Undefined for an object without index rows. Leaves are in no particular order. */
export function storedIndexReader(orm: Orm): (ehrId: string, objectId: string) => Promise<DocumentIndex | undefined> {
  const ofDocument = (table: typeof root | typeof leaf) =>
    and(matches(table.ehrId, 'ehrId'), eq(table.documentKey, document.documentKey));
  const stored = orm
    .select({
      indexed: document.indexed,
      roots: rowsOf(
        { archetypeId: archetype.archetypeId, rmType: archetype.rmType, parent: root.parent, last: root.last },
        sql`from ${root} join ${archetype} on ${eq(archetype.archetypeKey, root.archetypeKey)} where ${ofDocument(root)}`,
        sql`${root.number}`,
      ),
      leaves: rowsOf(
        {
          root: leaf.root,
          path: leafPath.path,
          rmType: leafPath.rmType,
          units: leafPath.units,
          position: leaf.position,
          number: leaf.number,
          text: leaf.text,
          code: leaf.code,
        },
        sql`from ${leaf} join ${leafPath} on ${eq(leafPath.pathKey, leaf.pathKey)} where ${ofDocument(leaf)}`,
        sql`${leaf.pathKey}`,
      ),
    })
    .from(document)
    .where(and(matches(document.ehrId, 'ehrId'), matches(document.objectId, 'objectId')))
    .prepare('stored_index');

  return async (ehrId, objectId) => {
    const [row] = await stored.execute({ ehrId, objectId });
    if (!row?.indexed) return undefined;
    return {
      roots: row.roots,
      leaves: row.leaves.map(({ units, number, text, code, ...rest }) => ({
        ...rest,
        ...(units !== '' && { units }),
        ...(number !== null && { number }),
        ...(text !== null && { text }),
        ...(code !== null && { code }),
      })),
    };
  };
}
