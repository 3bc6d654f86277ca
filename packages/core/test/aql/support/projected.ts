/** The documents of a source by their index rows, as a store with an index would give them. */
import { indexDocument } from '../../../src/aql/indexing/index.ts';
import { isReadable, leafChooser } from '../../../src/aql/projection/index.ts';
import { parseJson } from '../../../src/json/index.ts';
import type { JsonObject } from '../../../src/json/index.ts';
import type {
  ProjectedDocument,
  ProjectedEhr,
  Projection,
  QueryAccess,
  QueryDocument,
  QueryStore,
} from '../../../src/ports/query.ts';

export interface ProjectingStore extends QueryStore {
  projected(access: QueryAccess, projection: Projection): AsyncIterable<ProjectedEhr>;
  /** How many documents were given whole, and how many by their rows. */
  readonly given: { whole: number; projected: number };
}

export function withProjections(store: Pick<QueryStore, 'candidates'>): ProjectingStore {
  const given = { whole: 0, projected: 0 };
  return {
    ...store,
    given,
    async *projected(access, projection) {
      for await (const { ehr, documents } of store.candidates(access)) {
        yield { ehr, documents: documents.map((document) => projectedDocument(document, projection) ?? document) };
        for (const document of documents) given[projectedDocument(document, projection) ? 'projected' : 'whole'] += 1;
      }
    },
  };
}

function projectedDocument(version: QueryDocument, { archetypeIds, paths }: Projection): ProjectedDocument | undefined {
  const text = new TextDecoder().decode(version.document);
  const index = indexDocument(parseJson(text) as JsonObject, version.kind);
  if (!index) return undefined;
  const choose = leafChooser(paths);
  const chosen = index.leaves.map((leaf) => {
    const { units = '', path, rmType } = leaf;
    const choice = choose({ archetypeId: index.roots[leaf.root]?.archetypeId ?? '', path, rmType, units });
    return { leaf, choice: choice === 'row' && !isReadable(leaf) ? 'whole' : choice };
  });
  if (chosen.some(({ choice }) => choice === 'whole')) return undefined;
  const { objectId, kind, number, systemId } = version;
  const roots = index.roots.flatMap(({ archetypeId, rmType, last }, at) => {
    if (at > 0 && !archetypeIds.includes(archetypeId)) return [];
    const leaves = chosen.flatMap(({ leaf, choice }) => (choice === 'row' && leaf.root === at ? [leaf] : []));
    return [{ number: at, archetypeId, rmType, last, leaves: leaves.toReversed() }];
  });
  return { objectId, kind, number, systemId, roots };
}
