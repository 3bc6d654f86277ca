/** From the text of a query and what comes with it to a plan; the plans of the latest queries are kept. */
import { planQuery, type QueryPlan } from '../aql/access/index.ts';
import { checkQuery } from '../aql/check/index.ts';
import { parseQuery, type QueryNode } from '../aql/language/index.ts';
import type { Parameters } from '../aql/model.ts';
import { withinStack } from '../aql/stack.ts';
import { parseUuid } from '../change-control/version-uid.ts';
import { CdrError } from '../errors.ts';
import { isJsonNumber, stringifyJson, toNumber, type JsonValue } from '../json/index.ts';
import type { Clock } from '../ports/runtime.ts';
import { recentlyMade, type RecentLimits } from './recent.ts';
import { readTextParameters, type TextParameters } from './text-parameters.ts';

/** What of a query's options its plan depends on. */
export interface PlanOptions {
  readonly parameters?: Parameters;
  readonly textParameters?: TextParameters;
  readonly offset?: number;
  readonly fetch?: number;
  readonly ehrId?: string;
}

export interface PlanLimits {
  readonly defaultFetch?: number;
  readonly maxFetch?: number;
}

/** @throws CdrError `invalid_query`, `invalid_parameter`. */
export type Planner = (q: string, options: PlanOptions) => QueryPlan;

const DEFAULT_FETCH = 1000;

const KEPT: RecentLimits = { most: 200, size: 200_000, age: 60_000 };

/** Nothing in a plan depends on when or on what it is run. */
export function createPlanner(clock: Clock, limits: PlanLimits): Planner {
  const syntaxes = recentlyMade<QueryNode>(clock, KEPT);
  const plans = recentlyMade<QueryPlan>(clock, KEPT);
  return (q, options) => {
    checkPage(options, limits);
    const plan = (): QueryPlan =>
      withinStack(() =>
        planOf(
          q,
          syntaxes(q, () => parseQuery(q)),
          options,
          limits,
        ),
      );
    const key = keyOf(q, options);
    return key === undefined ? plan() : plans(key, plan);
  };
}

function planOf(q: string, syntax: QueryNode, options: PlanOptions, limits: PlanLimits): QueryPlan {
  const { offset, fetch, ehrId, parameters, textParameters } = options;
  const scope = ehrId === undefined ? undefined : knownEhrId(ehrId);
  const ownLimit = syntax.limit !== undefined || syntax.select.top !== undefined;
  const most = fetch ?? (ownLimit ? undefined : (limits.defaultFetch ?? DEFAULT_FETCH));
  const texts = textParameters && readTextParameters(q, syntax, textParameters);
  const page = { ...(offset !== undefined && { offset }), ...(most !== undefined && { fetch: most }) };
  return planQuery(checkQuery(q, syntax, { ...texts, ...parameters }, page), scope);
}

function checkPage({ offset, fetch }: PlanOptions, { maxFetch = Infinity }: PlanLimits): void {
  checkWhole('offset', offset);
  checkWhole('fetch', fetch);
  if ((fetch ?? 0) > maxFetch) throw new CdrError('invalid_parameter', `fetch must not be over ${maxFetch}`);
}

function checkWhole(name: string, value: number | undefined): void {
  if (value !== undefined && (!Number.isSafeInteger(value) || value < 0)) {
    throw new CdrError('invalid_parameter', `${name} must be a whole number from 0`);
  }
}

function knownEhrId(ehrId: string): string {
  const id = parseUuid(ehrId);
  if (id === undefined) throw new CdrError('invalid_parameter', 'The id of an EHR must be a UUID');
  return id;
}

/** Undefined when a parameter is something that no text could tell from everything else. */
function keyOf(q: string, { parameters = {}, textParameters, offset, fetch, ehrId }: PlanOptions): string | undefined {
  if (!Object.values(parameters).every((value) => (Array.isArray(value) ? value.every(isPlain) : isPlain(value)))) {
    return undefined;
  }
  const texts = textParameters && JSON.stringify(textParameters);
  // Everything before the query is on one line.
  return `${offset} ${fetch} ${ehrId && JSON.stringify(ehrId)} ${stringifyJson(parameters)} ${texts}\n${q}`;
}

const isPlain = (value: JsonValue | undefined): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (isJsonNumber(value) && Number.isFinite(toNumber(value)));
