/**
 * Whether the index rows of a document say all of it that a query reads, and which. Exact: FROM names archetypes, so that the
 * roots decide it, and every path leads along at-codes to leaves, so that what a path finds, how often and in what order is what
 * it finds in the document.
 */
import type { PatternStep, Projection, ProjectedPath } from '../../ports/query.ts';
import { isSubtype } from '../../rm/index.ts';
import { hasAttribute, stepTypes, variableTypes } from '../check/rm-paths.ts';
import { isRootOnly } from '../evaluate/holders.ts';
import { isAtCodeText } from '../evaluate/predicate.ts';
import { visitPredicate, visitQuery } from '../evaluate/visit.ts';
import { leafAttributes } from '../indexing/index.ts';
import type { Binding, BoundQuery, Condition, Criterion, Path, Predicate, Step } from '../model.ts';

/** Undefined: some of what the query reads is in no index row, or may be in none. */
export function projectionOf(query: BoundQuery): Projection | undefined {
  const { bindings } = query;
  if (bindings.every(({ rmType }) => rmType === 'EHR') || !bindings.every(isDecidedByRoots)) return undefined;
  const paths: ProjectedPath[] = [];
  const compared = comparedPaths(query);
  let all = true;

  const see = (binding: Binding | undefined, path: Path): void => {
    const read = binding && readOf(binding, path);
    if (!read || (isWhole(read) && !compared.has(path))) all = false;
    else if (read !== 'record') paths.push(read);
  };

  visitQuery(query, { path: (path) => see(bindings[path.slot], path) });
  for (const binding of bindings) {
    visitPredicate(binding.predicate, { predicates: true, path: (path) => see(binding, path) });
    for (const criterion of criteriaOf(binding.predicate)) if (criterion.kind === 'name') paths.push(NAME);
  }
  return all ? { archetypeIds: archetypesIn(bindings), paths: distinct(paths) } : undefined;
}

const NAME: ProjectedPath = { steps: [{ attribute: 'name' }], suffix: 'value' };

const distinct = (paths: readonly ProjectedPath[]): readonly ProjectedPath[] => [
  ...new Map(paths.map((path) => [JSON.stringify(path), path])).values(),
];

const criteriaOf = (predicate: Predicate | undefined): readonly Criterion[] => predicate?.alternatives.flat() ?? [];

const archetypesIn = (bindings: readonly Binding[]): readonly string[] => [
  ...new Set(
    bindings.flatMap(({ predicate }) =>
      criteriaOf(predicate).flatMap((criterion) => (criterion.kind === 'node-id' ? criterion.nodeId : [])),
    ),
  ),
];

// -------------------------------------------------------------------------------------------------------- FROM

/** Whether the roots of a document tell what can be bound; conditions among the criteria are seen to as paths. */
function isDecidedByRoots(binding: Binding): boolean {
  const { rmType, types, predicate } = binding;
  if (rmType === 'EHR') return true;
  // A VERSION is more than its document, and a FOLDER leads to other documents.
  if (types.size === 0 || types.has('FOLDER')) return false;
  const isDocument = isRootOnly(binding);
  if (!predicate) return isDocument;
  return predicate.alternatives.every((group) => {
    const named = group.some(({ kind }) => kind === 'node-id');
    return (named || isDocument) && group.every((criterion) => isInRoots(criterion, rmType));
  });
}

function isInRoots(criterion: Criterion, rmType: string): boolean {
  switch (criterion.kind) {
    case 'node-id':
      return !isAtCodeText(criterion.nodeId);
    case 'name':
      return rmType === 'COMPOSITION';
    case 'name-code':
      return false;
    case 'condition':
      return true;
  }
}

// ------------------------------------------------------------------------------------------------------- paths

/** Those whose values are only compared or sorted by, and neither shown nor handed to a function. */
function comparedPaths(query: BoundQuery): ReadonlySet<Path> {
  const paths = new Set<Path>();
  const condition = (one: Condition): void => {
    if (one.kind === 'exists') paths.add(one.path);
    if (!('left' in one)) return;
    for (const side of one.kind === 'compare' ? [one.left, one.right] : [one.left]) {
      if (side.kind === 'path') paths.add(side);
    }
  };
  visitQuery(query, { predicates: true, condition });
  for (const { by } of query.orderBy) if (by.kind === 'path') paths.add(by);
  return paths;
}

const isWhole = (read: ProjectedPath | 'record'): boolean =>
  read !== 'record' && (read.suffix === '' || read.suffix === 'defining_code');

const OF_RECORDS: Readonly<Partial<Record<string, readonly string[]>>> = {
  EHR: ['ehr_id', 'ehr_id/value', 'system_id', 'system_id/value', 'time_created', 'time_created/value'],
  COMPOSITION: ['uid/value'],
};

/** `record`: known without any leaf. */
function readOf({ rmType, predicate }: Binding, path: Path): ProjectedPath | 'record' | undefined {
  if (path.predicate && !hasOnlyNodeIds(path.predicate, (id) => !isAtCodeText(id))) return undefined;
  const text = path.steps.some((step) => step.predicate)
    ? undefined
    : path.steps.map(({ attribute }) => attribute).join('/');
  if (text !== undefined && OF_RECORDS[rmType]?.includes(text)) return 'record';
  if (rmType === 'EHR') return undefined;
  if (text === 'archetype_node_id') return 'record';
  const read = leafOf(variableTypes(rmType), path.steps);
  const nodeIds = criteriaOf(predicate).flatMap((one) => (one.kind === 'node-id' ? one.nodeId : []));
  const everyNamed = predicate?.alternatives.every((group) => group.some(({ kind }) => kind === 'node-id'));
  return read && { ...read, ...(everyNamed && { nodeIds }) };
}

function leafOf(from: readonly string[], path: readonly Step[]): ProjectedPath | undefined {
  const steps: PatternStep[] = [];
  let types = from;
  let several = false;
  for (const [index, { attribute, predicate, multiple }] of path.entries()) {
    if (isLeaf(types, attribute)) {
      const suffix = path.slice(index + 1);
      if (predicate || suffix.some((step) => step.predicate || step.multiple)) return undefined;
      if (several && !isKnownToBeThere(types, attribute)) return undefined;
      return { steps: [...steps, { attribute }], suffix: suffix.map((step) => step.attribute).join('/') };
    }
    types = stepTypes(types, attribute)?.types ?? [];
    several ||= multiple;
    const nodeIds = nodeIdsAt(predicate, types);
    if (!nodeIds) return undefined;
    steps.push({ attribute, ...(nodeIds.length > 0 && { nodeIds }) });
  }
  return undefined;
}

/** At-codes that lead along nodes of one archetype; none where there can be none; undefined: another archetype may come in between. */
function nodeIdsAt(predicate: Predicate | undefined, types: readonly string[]): readonly string[] | undefined {
  if (!types.some((type) => isSubtype(type, 'LOCATABLE'))) return predicate ? undefined : [];
  if (!predicate || !hasOnlyNodeIds(predicate, isAtCodeText)) return undefined;
  return criteriaOf(predicate).flatMap((one) => (one.kind === 'node-id' ? one.nodeId : []));
}

const hasOnlyNodeIds = ({ alternatives }: Predicate, isFit: (nodeId: string) => boolean): boolean =>
  alternatives.every(([only, ...more]) => more.length === 0 && only?.kind === 'node-id' && isFit(only.nodeId));

function isLeaf(owners: readonly string[], attribute: string): boolean {
  const having = owners.filter((owner) => hasAttribute(owner, attribute));
  return having.length > 0 && having.every((owner) => leafAttribute(owner, attribute));
}

/** Each owner counts as a row, so all of them must be known: those without a value, and a CLUSTER where an ELEMENT could be. */
const isKnownToBeThere = (owners: readonly string[], attribute: string): boolean =>
  owners.every((owner) => leafAttribute(owner, attribute)?.always ?? (owner === 'CLUSTER' && attribute === 'value'));

const leafAttribute = (owner: string, attribute: string) =>
  leafAttributes(owner).find((leaf) => leaf.attribute === attribute);
