/** The one evaluator: every query, exactly, on documents. */
import type { CancelSignal, Clock } from '../../ports/runtime.ts';
import type { ProjectedEhr } from '../../ports/query.ts';
import type { TerminologyService } from '../../ports/terminology.ts';
import type { BoundQuery, MatchItem } from '../model.ts';
import { withinStack } from '../stack.ts';
import { sortKey } from '../values/index.ts';
import { createBudget, type Budget } from './budget.ts';
import { compileQuery, type Program } from './compile.ts';
import { cellOf, createGroups } from './groups.ts';
import { nowFunctions } from './now.ts';
import { createSink, type Cells, type Sink } from './sink.ts';
import { createTerminologies, Suspension } from './terminology.ts';
import { visitQuery } from './visit.ts';
import { createWorld, type World } from './world.ts';

export interface Environment {
  readonly clock: Clock;
  /** IANA zone of CURRENT_DATE and its kin. */
  readonly timezone: string;
  readonly terminology?: TerminologyService;
  readonly signal?: CancelSignal;
  /** By `clock`, in milliseconds. */
  readonly deadline?: number;
  /** How many rows, groups and distinct values may be held at once; a million when absent. */
  readonly maxRows?: number;
  /** Lets other work of the process have its turn; called about every 10 ms of evaluation. */
  readonly pause?: () => Promise<void>;
}

export interface QueryRows {
  readonly columns: readonly { readonly name: string; readonly path?: string }[];
  readonly rows: readonly Cells[];
}

const DEFAULT_MAX_ROWS = 1_000_000;

/**
 * Runs a query over the EHRs of a source, in their order. Stops reading as soon as no further row can change the result.
 *
 * @throws CdrError `query_timeout`, `query_cancelled`, `query_too_large`, `terminology_unavailable`.
 */
export async function runQuery(
  query: BoundQuery,
  source: AsyncIterable<ProjectedEhr>,
  environment: Environment,
): Promise<QueryRows> {
  const { clock, timezone, maxRows = DEFAULT_MAX_ROWS, pause = () => Promise.resolve() } = environment;
  const columns = query.columns.map(({ name, path }) => ({ name, ...(path !== undefined && { path }) }));
  if (query.window.limit === 0) return { columns, rows: [] };

  const budget = createBudget({ ...environment, maxRows });
  const terminologies = createTerminologies(environment.terminology);
  await terminologies.expand(terminologyItems(query));
  const now = nowFunctions(clock.now(), timezone);
  const program = withinStack(() => compileQuery(query, { now, terminologies, look: budget.look }, budget));
  const output = createOutput(query, program, budget);
  for await (const ehr of source) {
    budget.look();
    if (await consume(program, createWorld(ehr, program.search), output, { budget, pause })) break;
  }
  return { columns, rows: output.rows() };
}

function terminologyItems(query: BoundQuery): readonly (MatchItem & { readonly kind: 'terminology' })[] {
  const items: (MatchItem & { readonly kind: 'terminology' })[] = [];
  visitQuery(query, { predicates: true, item: (item) => void (item.kind === 'terminology' && items.push(item)) });
  return items;
}

interface Output {
  /** Takes the row at hand; true: no further row can change the result. */
  take(): boolean;
  rows(): readonly Cells[];
}

function createOutput(query: BoundQuery, program: Program, budget: Budget): Output {
  const { row, where, columns, order } = program;
  const sink = createSink({
    distinct: query.distinct,
    descending: order.map(({ descending }) => descending),
    keysAreCells: order.every(({ kind }) => kind === 'column'),
    window: query.window,
    budget,
  });
  if (columns.some(({ kind }) => kind === 'aggregate')) return groupedOutput(program, sink, budget);
  return {
    rows: () => sink.rows(),
    take: () => {
      if (!where(row)) return false;
      const cells = columns.map(({ operand }) => (operand ? cellOf(operand, row) : null));
      const keys = order.map((key) => sortKey(key.kind === 'column' ? cells[key.index] : key.value(row)));
      return sink.push({ cells, keys });
    },
  };
}

function groupedOutput({ row, where, columns, order }: Program, sink: Sink, budget: Budget): Output {
  const groups = createGroups(columns, order, budget);
  return {
    take: () => {
      if (where(row)) groups.add(row);
      return false;
    },
    rows: () => {
      for (const result of groups.rows()) if (sink.push(result)) break;
      return sink.rows();
    },
  };
}

interface Turns {
  readonly budget: Budget;
  readonly pause: () => Promise<void>;
}

/** All rows of one EHR; true when no further EHR is needed. */
async function consume(program: Program, world: World, output: Output, { budget, pause }: Turns): Promise<boolean> {
  const step = createPump(program, world, output, budget);
  for (;;) {
    const state = step();
    if (state === 'end') return false;
    if (state === 'enough') return true;
    if (state === 'due') await pause();
    else await state.resume();
  }
}

/** Moves rows into the output until there is a reason to stop, and goes on from there when it is called again. */
function createPump(
  program: Program,
  world: World,
  output: Output,
  budget: Budget,
): () => 'end' | 'enough' | 'due' | Suspension {
  let rows = program.rows(world);
  let taken = 0;
  /** The row at hand has not been taken yet. */
  let waiting = false;

  const pump = (): 'end' | 'enough' | 'due' => {
    for (;;) {
      const step = waiting ? undefined : rows.next();
      if (step?.done) return 'end';
      if (step?.value === 'turn') {
        if (budget.isDue()) return 'due';
        continue;
      }
      waiting = true;
      const enough = output.take();
      waiting = false;
      taken += 1;
      if (enough) {
        rows.return();
        return 'enough';
      }
      if (budget.isDue()) return 'due';
    }
  };

  /** What a predicate of FROM waited for is known now; the rows until here come again as they were. */
  const repeat = (): void => {
    rows = program.rows(world);
    for (let row = 0; row < taken;) if (rows.next().value === 'match') row += 1;
  };

  let broken = false;
  return () => {
    try {
      if (broken) repeat();
      broken = false;
      return pump();
    } catch (error) {
      if (!(error instanceof Suspension)) throw error;
      broken = !waiting;
      return error;
    }
  };
}
