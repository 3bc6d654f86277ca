/** The query suites of the acceptance corpus: their set-up steps applied to a repository, their placeholders filled in. */
import { formatInstant } from '../../../src/time/index.ts';
import { corpusText } from '../../support/corpus.ts';
import type { JsonObject, JsonValue } from '../../../src/json/index.ts';
import { createRepository, SYSTEM_ID, type Repository } from './repository.ts';

export interface Suite {
  readonly suite: string;
  readonly steps: readonly Step[];
  readonly queries: readonly SuiteQuery[];
}

export interface SuiteQuery {
  readonly name: string;
  readonly aql: string;
  readonly parameters?: Readonly<Record<string, JsonValue>>;
  readonly offset?: number;
  readonly fetch?: number;
  readonly apply_steps: number;
  readonly checkable: boolean;
  readonly expected: Expected;
}

export interface Expected {
  readonly status?: number;
  readonly error?: unknown;
  readonly row_count?: number;
  readonly result?: { readonly columns?: JsonValue; readonly rows?: readonly (readonly JsonValue[])[] };
  readonly exclude_paths?: readonly string[];
  readonly ignore_order?: boolean;
  readonly ignore_string_case?: boolean;
  readonly cells?: readonly {
    readonly path: readonly (string | number)[];
    readonly equals?: JsonValue;
    readonly contains?: string;
    readonly matches?: string;
  }[];
  readonly lengths?: readonly { readonly path: readonly (string | number)[]; readonly length: number }[];
  readonly has_keys?: readonly { readonly path: readonly (string | number)[]; readonly key: string }[];
  readonly lacks_keys?: readonly { readonly path: readonly (string | number)[]; readonly key: string }[];
}

interface Step {
  readonly op: string;
  readonly id?: string;
  readonly ehr?: string;
  readonly file?: string;
  readonly body?: string | JsonObject;
  readonly preceding?: string;
  readonly status_file?: string;
  readonly subject?: string;
  readonly fixed_ehr_id?: string;
  readonly format?: string;
}

export const readSuite = (file: string): Suite => JSON.parse(corpusText(file)) as Suite;

export interface SuiteWorld {
  readonly repository: Repository;
  /** Applies one step; throws when it can't. */
  apply(step: Step): void;
  /** Text or structure with its placeholders filled in. */
  fill<T>(value: T): T;
}

const PLACEHOLDER = /\{\{([^{}]+)\}\}/;

export function createSuiteWorld(): SuiteWorld {
  const repository = createRepository();
  const values: Record<string, unknown> = { system_id: SYSTEM_ID };

  const lookup = (text: string): unknown => {
    if (text === 'random_uuid') return crypto.randomUUID();
    const call = /^time_committed\((.*)\)$/.exec(text);
    if (call) return timeOf(call[1] ?? '');
    let value: unknown = values;
    for (const step of text.split('.')) {
      const owner = value as Record<string, unknown> | undefined;
      if (step === 'time_committed' && typeof owner?.['uid'] === 'string') return timeOf(owner['uid']);
      value = step === 'length' && Array.isArray(value) ? value.length : owner?.[step];
    }
    return value;
  };
  const timeOf = (uid: string): string | undefined => {
    const time = repository.timeCommitted(uid);
    return time === undefined ? undefined : formatInstant(time);
  };

  const fillText = (text: string): unknown => {
    let out = text.replaceAll('${system_id_with_tenant}', SYSTEM_ID);
    for (let match = PLACEHOLDER.exec(out); match; match = PLACEHOLDER.exec(out)) {
      const value = lookup((match[1] ?? '').trim());
      if (value !== undefined && match[0] === out) return value;
      const written =
        value === undefined ? `<<${match[1]}>>` : typeof value === 'string' ? value : JSON.stringify(value);
      out = out.slice(0, match.index) + written + out.slice(match.index + match[0].length);
    }
    return out;
  };
  const fill = <T>(value: T): T => {
    if (typeof value === 'string') return fillText(value) as T;
    if (Array.isArray(value)) return value.map((member) => fill(member as unknown)) as T;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member as unknown)])) as T;
  };

  const bodyOf = ({ body, file }: Step): JsonObject => {
    if (body !== undefined && typeof body !== 'string') return fill(body);
    const text = fillText(body ?? corpusText(file ?? ''));
    return typeof text === 'string' ? (JSON.parse(text) as JsonObject) : (text as JsonObject);
  };
  const committed = (uid: string): Record<string, unknown> => ({
    uid,
    object_id: uid.split('::')[0],
    response: repository.document(uid),
  });

  const apply = (step: Step): void => {
    const { id, ehr: ehrText = '', format = 'CANONICAL_JSON' } = step;
    const ehr = fill(ehrText);
    const set = (value: unknown): void => {
      if (id !== undefined) values[id] = value;
    };
    if (format !== 'CANONICAL_JSON') throw new Error(`no ${format} here`);
    switch (step.op) {
      case 'template':
        return;
      case 'ehr': {
        const status =
          step.status_file === undefined ? undefined : (JSON.parse(corpusText(step.status_file)) as JsonObject);
        const own = status && step.subject === 'random' ? withRandomSubject(status) : status;
        const ehrId = repository.ehr(own, step.fixed_ehr_id === undefined ? undefined : fill(step.fixed_ehr_id));
        const { statusObjectId, timeCreated, subject } = repository.record(ehrId);
        const statusUid = `${statusObjectId}::${SYSTEM_ID}::1`;
        return set({
          ehr_id: ehrId,
          subject_id: subject?.id,
          subject_namespace: subject?.namespace,
          status_uid: statusUid,
          time_created: { value: formatInstant(timeCreated) },
          status: repository.document(statusUid),
          response: repository.document(statusUid),
        });
      }
      case 'update_ehr_status':
        return set(
          repository.document(
            repository.commit(ehr, withRandomSubject(bodyOf(step)), { preceding: fill(step.preceding ?? '') }),
          ),
        );
      case 'composition':
        return set(committed(repository.commit(ehr, bodyOf(step), { kind: 'COMPOSITION' })));
      case 'update_composition':
        return set(committed(repository.commit(ehr, bodyOf(step), { preceding: fill(step.preceding ?? '') })));
      case 'delete_composition':
        repository.delete(ehr, fill(step.preceding ?? ''));
        return;
      case 'directory':
        return set(committed(repository.commit(ehr, bodyOf(step), { kind: 'FOLDER' })));
      case 'contribution': {
        const versions = (bodyOf(step)['versions'] ?? []) as readonly JsonObject[];
        const uids = repository.contribution(
          ehr,
          versions.map(({ data }) => data as JsonObject),
        );
        return set({ versions: uids.map((value) => ({ id: { value } })) });
      }
      case 'admin_delete_ehr':
        repository.removeEhr(ehr);
        return;
      default:
        throw new Error(`unknown step ${step.op}`);
    }
  };

  return { repository, apply, fill };
}

function withRandomSubject(status: JsonObject): JsonObject {
  const copy = structuredClone(status) as { subject?: { external_ref?: { id?: { value?: string } } } };
  const id = copy.subject?.external_ref?.id;
  if (id?.value !== undefined) id.value = crypto.randomUUID();
  return copy;
}
