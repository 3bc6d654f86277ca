/** A segment of an AQL path, `/items[at0004, 'Name']`. */
export interface Segment {
  readonly attribute: string;
  readonly nodeId: string;
  readonly name: string | undefined;
}

/** `attribute[nodeId,'name']`, the form of web templates. */
export function segment(attribute: string, nodeId: string, name?: string): string {
  if (nodeId === '') return `/${attribute}`;
  return name === undefined ? `/${attribute}[${nodeId}]` : `/${attribute}[${nodeId},'${escaped(name)}']`;
}

const escaped = (name: string): string => name.replaceAll(/['\\]/g, String.raw`\$&`);

// attribute, optionally [node id], optionally with a name after a comma or `and name/value=`. Linear whatever the text.
const SEGMENT =
  /\/([^/[\]]+)(?:\[\s*([^\],\s/[]+)\s*(?:(?:,|and\s+name\/value\s*=)\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*)?\])?/gu;

/**
 * Takes a path apart; what comes before its first `/` (`[root-archetype-id]`) is left out. Nothing for what is no path.
 */
export function segmentsOf(path: string): Segment[] {
  return [...path.matchAll(SEGMENT)].map(([, attribute = '', nodeId = '', single, double]) => ({
    attribute,
    nodeId,
    name: (single ?? double)?.replaceAll(/\\(.)/g, '$1'),
  }));
}

/** The same path in one spelling, with names and without. */
export function normalisedPath(path: string): { readonly full: string; readonly bare: string } {
  const segments = segmentsOf(path);
  return {
    full: segments.map(({ attribute, nodeId, name }) => segment(attribute, nodeId, name)).join(''),
    bare: segments.map(({ attribute, nodeId }) => segment(attribute, nodeId)).join(''),
  };
}

/** What a template says by path, found again whatever way the path was spelled. */
export interface PathIndex<T> {
  /**
   * Everything said about the node at this aqlPath; paths without names speak about all nodes that differ in name only.
   */
  at(path: string): readonly T[];
}

export function indexByPath<T>(entries: readonly T[], pathOf: (entry: T) => string): PathIndex<T> {
  const index = new Map<string, T[]>();
  for (const entry of entries) {
    const { full } = normalisedPath(pathOf(entry));
    const known = index.get(full);
    if (known === undefined) index.set(full, [entry]);
    else known.push(entry);
  }
  return {
    at: (path) => {
      if (index.size === 0) return [];
      const { full, bare } = normalisedPath(path);
      return index.get(full) ?? index.get(bare) ?? [];
    },
  };
}
