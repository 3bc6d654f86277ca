/**
 * TERMINOLOGY and terminology URIs (AQL 1.1). Value sets of MATCHES are expanded before a query runs. A call whose arguments come
 * from a row suspends the row: the caller awaits `Suspension.resume` and evaluates the row again; each call is made once.
 */
import { CdrError } from '../../errors.ts';
import { isJsonObject, type JsonValue } from '../../json/index.ts';
import type { TerminologyService } from '../../ports/terminology.ts';
import type { MatchItem } from '../model.ts';
import { codeText, type ValueTest } from '../values/index.ts';

type TerminologyItem = MatchItem & { readonly kind: 'terminology' };

export interface Terminologies {
  /** The value of a call that was made already; throws a {@link Suspension} for one that was not. */
  call(operation: string, service: string, parameters: string): JsonValue;
  /** Makes the calls of MATCHES items. */
  expand(items: readonly TerminologyItem[]): Promise<void>;
  /** Membership in an expanded value set. */
  test(item: TerminologyItem): ValueTest;
}

/** Thrown where a value is not known yet. */
export class Suspension extends Error {
  override readonly name = 'Suspension';
  readonly resume: () => Promise<void>;

  constructor(resume: () => Promise<void>) {
    super('a terminology call has to be made first');
    this.resume = resume;
  }
}

export function createTerminologies(service: TerminologyService | undefined): Terminologies {
  const known = new Map<string, JsonValue>();
  const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

  const load = async (operation: string, api: string, parameters: string): Promise<void> => {
    if (!service) throw unavailable('there is no terminology service');
    const key = keyOf(operation, api, parameters);
    if (known.has(key)) return;
    try {
      known.set(key, await service.call(operation, api, parameters));
    } catch (cause) {
      throw cause instanceof CdrError ? cause : unavailable('the terminology service did not answer', cause);
    }
  };

  return {
    call: (operation, api, parameters) => {
      const value = known.get(keyOf(operation, api, parameters));
      if (value === undefined) throw new Suspension(() => load(operation, api, parameters));
      return value;
    },
    expand: async (items) => {
      for (const { operation, service: api, parameters } of items) await load(operation.toLowerCase(), api, parameters);
    },
    test: ({ operation, service: api, parameters }) =>
      memberTest(known.get(keyOf(operation.toLowerCase(), api, parameters))),
  };
}

const unavailable = (problem: string, cause?: unknown): CdrError =>
  new CdrError('terminology_unavailable', `The query needs a terminology service: ${problem}`, {}, { cause });

/** A text is a member by its code, a CODE_PHRASE or DV_CODED_TEXT by terminology and code. */
function memberTest(expansion: JsonValue | undefined): ValueTest {
  const codes = new Set<string>();
  const terms = new Set<string>();
  for (const member of Array.isArray(expansion) ? (expansion as readonly JsonValue[]) : []) {
    if (!isJsonObject(member)) continue;
    const { terminologyId, code } = member;
    if (typeof code !== 'string') continue;
    codes.add(code);
    if (typeof terminologyId === 'string') terms.add(`${terminologyId}::${code}`);
  }
  return (value) => {
    if (typeof value === 'string') return codes.has(value) || terms.has(value);
    const term = isJsonObject(value) ? codeText(value) : undefined;
    return term === undefined ? undefined : terms.has(term);
  };
}
