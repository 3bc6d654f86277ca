/** Index rows as they are stored, back in the form in which the core makes them. */
import type { DocumentIndex } from '@cairn/core';
import type { Orm } from './connection.ts';
import { and, asc, eq } from './drizzle.ts';
import { archetype, document, leaf, leafPath, root } from './schema.ts';
import { matches } from './statement.ts';

/** Undefined for an object without index rows. Leaves are in no particular order. */
export function storedIndexReader(orm: Orm): (ehrId: string, objectId: string) => DocumentIndex | undefined {
  const found = orm
    .select({ documentKey: document.documentKey, indexed: document.indexed })
    .from(document)
    .where(and(matches(document.ehrId, 'ehrId'), matches(document.objectId, 'objectId')))
    .prepare();
  const roots = orm
    .select({ archetypeId: archetype.archetypeId, rmType: archetype.rmType, parent: root.parent, last: root.last })
    .from(root)
    .innerJoin(archetype, eq(archetype.archetypeKey, root.archetypeKey))
    .where(matches(root.documentKey, 'documentKey'))
    .orderBy(asc(root.number))
    .prepare();
  const leaves = orm
    .select({
      root: leaf.root,
      path: leafPath.path,
      rmType: leafPath.rmType,
      units: leafPath.units,
      position: leaf.position,
      number: leaf.number,
      text: leaf.text,
      code: leaf.code,
    })
    .from(leaf)
    .innerJoin(leafPath, eq(leafPath.pathKey, leaf.pathKey))
    .where(matches(leaf.documentKey, 'documentKey'))
    .prepare();

  return (ehrId, objectId) => {
    const row = found.get({ ehrId, objectId });
    if (!row?.indexed) return undefined;
    return {
      roots: roots.all(row),
      leaves: leaves.all(row).map(({ units, number, text, code, ...rest }) => ({
        ...rest,
        ...(units !== '' && { units }),
        ...(number !== null && { number }),
        ...(text !== null && { text }),
        ...(code !== null && { code }),
      })),
    };
  };
}
