/** The index rows of a document. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/index.ts';
import type { DocumentIndex, IndexLeaf, IndexRoot } from '../../ports/document-index.ts';
import { concreteSubtypes, createRoutes, type Routes } from '../../rm/index.ts';
import { LEAF_OWNERS, leafAttributes, START_TIME_PATH, type LeafAttribute } from './leaf-attributes.ts';
import { leafValue } from './leaf-value.ts';

/** Not every text that begins like an at-code is one; only these can stand in a stored path. */
const AT_CODE = /^(?:at|id)\d[\d.]*$/;
const LIKE_AT_CODE = /^(?:at|id)\d/;

interface Place {
  readonly root: number;
  readonly path: string;
  readonly position: string;
}

type RootInMaking = { -readonly [K in keyof IndexRoot]: IndexRoot[K] };

class NotIndexable extends Error {}

let knownRoutes: Routes | undefined;

/** To every LOCATABLE, and to what else has leaves. */
const routesOf = (): Routes =>
  (knownRoutes ??= createRoutes(new Set([...concreteSubtypes('LOCATABLE'), ...LEAF_OWNERS])));

/**
 * Index rows of canonical JSON of the given class. Undefined for a document that has something which the index can't hold as it
 * is: queries then read it each time.
 */
export function indexDocument(document: JsonObject, rmType: string): DocumentIndex | undefined {
  const roots: RootInMaking[] = [];
  const leaves: IndexLeaf[] = [];
  const routes = routesOf();

  const visit = (value: JsonObject, type: string, outer: Place): void => {
    const { archetype_node_id: nodeId } = value;
    let place = outer;
    const isRoot = roots.length === 0 || (typeof nodeId === 'string' && !LIKE_AT_CODE.test(nodeId));
    if (isRoot) {
      place = { root: roots.length, path: '', position: '' };
      roots.push(newRoot(typeof nodeId === 'string' ? nodeId : '', type, outer.root));
    } else if (typeof nodeId === 'string') {
      if (!AT_CODE.test(nodeId)) throw new NotIndexable();
      place = { ...outer, path: `${outer.path}[${nodeId}]` };
    }
    const before = leaves.length;
    for (const leaf of leafAttributes(type)) addLeaf(value, leaf, place);
    for (const { attribute, type: declared } of routes.attributesOf(type)) {
      const found = value[attribute];
      if (found !== undefined && found !== null)
        enter(found, declared, { ...place, path: `${place.path}/${attribute}` });
    }
    if (type === 'COMPOSITION' && !isJsonObject(value['context'])) {
      leaves.push({ root: place.root, path: START_TIME_PATH, rmType: '', position: '' });
    }
    // One that has no leaves would leave no trace, and yet be found where an ELEMENT is looked for.
    if (type === 'CLUSTER' && !isRoot && leaves.findLastIndex(({ root }) => root === place.root) < before) {
      leaves.push({ root: place.root, path: `${place.path}/value`, rmType: '', position: place.position });
    }
    const own = isRoot ? roots[place.root] : undefined;
    if (own) own.last = roots.length - 1;
  };

  const enter = (value: JsonValue, declared: string, place: Place): void => {
    if (Array.isArray(value)) {
      (value as readonly JsonValue[]).forEach((member, index) => {
        const position = place.position === '' ? String(index) : `${place.position}.${index}`;
        if (isJsonObject(member)) visit(member, typeOf(member, declared), { ...place, position });
      });
    } else if (isJsonObject(value)) visit(value, typeOf(value, declared), place);
  };

  const addLeaf = (owner: JsonObject, { attribute, type: declared, always }: LeafAttribute, place: Place): void => {
    const value = owner[attribute];
    const path = `${place.path}/${attribute}`;
    if (!isJsonObject(value)) {
      if (always) leaves.push({ root: place.root, path, rmType: '', position: place.position });
      return;
    }
    const rmType = typeOf(value, declared);
    const made = leafValue(rmType, value['_type'] === undefined ? { _type: rmType, ...value } : value);
    if (!made) throw new NotIndexable();
    leaves.push({ root: place.root, path, rmType, position: place.position, ...made });
  };

  try {
    visit(document, typeOf(document, rmType), { root: -1, path: '', position: '' });
  } catch (error) {
    if (error instanceof NotIndexable) return undefined;
    throw error;
  }
  return { roots, leaves };
}

const newRoot = (archetypeId: string, rmType: string, parent: number): RootInMaking => {
  if (!archetypeId.isWellFormed() || archetypeId.includes('\0')) throw new NotIndexable();
  return { archetypeId, rmType, parent, last: 0 };
};

function typeOf(value: JsonObject, declared: string): string {
  const own = value['_type'];
  return typeof own === 'string' ? own : declared;
}
