/** The index rows of documents, written together with their versions. */
import type { DocumentIndex, IndexLeaf, NewVersion, VersionedKind } from '@cairn/core';
import type { Orm } from './connection.ts';
import { and } from './drizzle.ts';
import { archetype, document, leaf, leafPath, root } from './schema.ts';
import { given, keyedInsert, matches, preparedInsert } from './statement.ts';

export interface CurrentDocument {
  readonly ehrId: string;
  readonly objectId: string;
  readonly kind: VersionedKind;
  readonly timeCommitted: number;
  readonly position: number;
  readonly templateKey: number | null;
}

export interface IndexRowWriter {
  /** Makes a new latest version what queries find, in place of the one before, if there is one. */
  replace(current: CurrentDocument, added: Pick<NewVersion, 'document' | 'index'>, mayExist: boolean): void;
  /** Makes new index rows of a document that is there already; false when its latest version is another one by now. */
  reindex(ehrId: string, objectId: string, timeCommitted: number, index: DocumentIndex | undefined): boolean;
  forget(): void;
}

export function indexRowWriter(orm: Orm): IndexRowWriter {
  const dictionary = indexDictionary(orm);
  const insertRoot = preparedInsert(orm, root);
  const insertLeaf = preparedInsert(orm, leaf);
  const ofDocument = matches(leaf.documentKey, 'documentKey');
  const dropLeaves = orm.delete(leaf).where(ofDocument).prepare();
  const dropRoots = orm.delete(root).where(matches(root.documentKey, 'documentKey')).prepare();
  const found = orm
    .select({ documentKey: document.documentKey, timeCommitted: document.timeCommitted })
    .from(document)
    .where(and(matches(document.ehrId, 'ehrId'), matches(document.objectId, 'objectId')))
    .prepare();
  const drop = orm.delete(document).where(matches(document.documentKey, 'documentKey')).prepare();
  const flag = orm
    .update(document)
    .set({ indexed: given(document.indexed, 'indexed') })
    .where(matches(document.documentKey, 'documentKey'))
    .prepare();
  const insertDocument = keyedInsert(orm, document, 'documentKey');

  function remove(documentKey: number): void {
    dropLeaves.run({ documentKey });
    dropRoots.run({ documentKey });
  }

  function write(documentKey: number, { roots, leaves }: DocumentIndex): void {
    const archetypeKeys = roots.map(({ archetypeId, rmType }) => dictionary.archetypeKey(archetypeId, rmType));
    roots.forEach(({ parent, last }, number) => {
      insertRoot({ documentKey, number, archetypeKey: archetypeKeys[number] ?? 0, parent, last });
    });
    for (const entry of leaves) {
      const { root: number, position, number: value = null, text = null, code = null } = entry;
      const pathKey = dictionary.pathKey(archetypeKeys[number] ?? 0, entry);
      insertLeaf({ documentKey, root: number, pathKey, position, number: value, text, code });
    }
  }

  return {
    replace(current, { document: content, index }, mayExist) {
      const before = mayExist ? found.get({ ehrId: current.ehrId, objectId: current.objectId }) : undefined;
      if (before) {
        remove(before.documentKey);
        drop.run(before);
      }
      if (content === undefined) return;
      const documentKey = insertDocument({ ...current, indexed: index !== undefined });
      if (index) write(documentKey, index);
    },
    reindex(ehrId, objectId, timeCommitted, index) {
      const current = found.get({ ehrId, objectId });
      if (current?.timeCommitted !== timeCommitted) return false;
      const { documentKey } = current;
      remove(documentKey);
      if (index) write(documentKey, index);
      flag.run({ documentKey, indexed: index !== undefined });
      return true;
    },
    forget: dictionary.forget,
  };
}

interface IndexDictionary {
  archetypeKey(archetypeId: string, rmType: string): number;
  pathKey(archetypeKey: number, leaf: IndexLeaf): number;
  forget(): void;
}

/** Entries are only ever added; another process may have added some. */
function indexDictionary(orm: Orm): IndexDictionary {
  const archetypes = new Map<string, number>();
  const paths = new Map<string, number>();
  const archetypeBy = orm
    .select({ key: archetype.archetypeKey })
    .from(archetype)
    .where(and(matches(archetype.archetypeId, 'archetypeId'), matches(archetype.rmType, 'rmType')))
    .prepare();
  const insertArchetype = keyedInsert(orm, archetype, 'archetypeKey');
  const pathBy = orm
    .select({ key: leafPath.pathKey })
    .from(leafPath)
    .where(
      and(
        matches(leafPath.archetypeKey, 'archetypeKey'),
        matches(leafPath.path, 'path'),
        matches(leafPath.rmType, 'rmType'),
        matches(leafPath.units, 'units'),
      ),
    )
    .prepare();
  const insertPath = keyedInsert(orm, leafPath, 'pathKey');

  return {
    archetypeKey(archetypeId, rmType) {
      const name = `${rmType} ${archetypeId}`;
      let key = archetypes.get(name);
      if (key === undefined) {
        key = archetypeBy.get({ archetypeId, rmType })?.key ?? insertArchetype({ archetypeId, rmType });
        archetypes.set(name, key);
      }
      return key;
    },
    pathKey(archetypeKey, { path, rmType, units = '' }) {
      const name = `${archetypeKey} ${path} ${rmType} ${units}`;
      let key = paths.get(name);
      if (key === undefined) {
        const entry = { archetypeKey, path, rmType, units };
        key = pathBy.get(entry)?.key ?? insertPath(entry);
        paths.set(name, key);
      }
      return key;
    },
    forget() {
      archetypes.clear();
      paths.clear();
    },
  };
}
