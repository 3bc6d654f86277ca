import { CdrError, type Committer, type JsonObject } from '@cairn/core';
import { parsePairs, type Pair } from './pairs.ts';
import { fromHeader } from './utf8.ts';

/** Reads one request header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined;

/** What the commit headers of a request say; everything that they leave out has its default elsewhere. */
export interface CommitHeaders {
  readonly lifecycleState?: string;
  readonly changeType?: string;
  readonly description?: string;
  readonly committer?: Committer;
}

/**
 * `openehr-version` and `openehr-audit-details` (ITS-REST 1.1.0, "HTTP headers"), with the spellings of 1.0.x: names
 * with an underscore, and the first part of the path in the header's name (`openEHR-AUDIT_DETAILS.committer`).
 * Paths that mean nothing here are ignored.
 */
export function parseCommitHeaders(header: HeaderReader): CommitHeaders {
  const version = collect(header, ['openehr-version'], ['lifecycle_state']);
  const audit = collect(
    header,
    ['openehr-audit-details', 'openehr-audit_details'],
    ['change_type', 'description', 'committer'],
  );
  // A value without any path can only be the state that the header is there for.
  const lifecycleState = first(version, 'lifecycle_state.code_string', 'lifecycle_state', '');
  const changeType = first(audit, 'change_type.code_string', 'change_type');
  const description = first(audit, 'description.value', 'description');
  const committer = committerOf(audit);
  return {
    ...(lifecycleState !== undefined && { lifecycleState }),
    ...(changeType !== undefined && { changeType }),
    ...(description !== undefined && { description }),
    ...(committer !== undefined && { committer }),
  };
}

/** Everything that the spellings of one header say, with full paths. */
function collect(header: HeaderReader, names: readonly string[], parts: readonly string[]): Pair[] {
  const found: Pair[] = [];
  for (const name of names) {
    const whole = header(name);
    if (whole !== undefined) found.push(...parsePairs(name, fromHeader(whole)));
    for (const part of parts) {
      const partial = header(`${name}.${part}`);
      if (partial === undefined) continue;
      const pairs = parsePairs(name, fromHeader(partial));
      found.push(...pairs.map((pair) => ({ ...pair, name: pair.name === '' ? part : `${part}.${pair.name}` })));
    }
  }
  return found;
}

function first(pairs: readonly Pair[], ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const pair = pairs.find((candidate) => candidate.name === name);
    if (pair !== undefined) return pair.value;
  }
  return undefined;
}

function committerOf(audit: readonly Pair[]): Committer | undefined {
  const name = first(audit, 'committer.name', 'committer.name.value');
  const id = first(audit, 'committer.external_ref.id', 'committer.external_ref.id.value');
  if (name === undefined && id === undefined) return undefined;
  if (id === undefined) return name;
  const namespace = first(audit, 'committer.external_ref.namespace');
  if (namespace === undefined) {
    throw new CdrError(
      'invalid_header',
      'openehr-audit-details: committer.external_ref.id needs committer.external_ref.namespace.',
    );
  }
  const reference: JsonObject = {
    _type: 'PARTY_REF',
    id: { _type: 'GENERIC_ID', value: id, scheme: first(audit, 'committer.external_ref.id.scheme') ?? 'id' },
    namespace,
    type: first(audit, 'committer.external_ref.type') ?? 'PERSON',
  };
  return { _type: 'PARTY_IDENTIFIED', external_ref: reference, ...(name !== undefined && { name }) };
}
