/** What decides nothing but which way to an answer is the shorter one: known for a while, whatever is written meanwhile. */
import { sql, type SQL } from '../drizzle.ts';
import { ask, type Asking } from './ask.ts';
import type { QueryDialect } from './dialect.ts';

/** Gives the one row of a statement, or none; asked for once in a while. */
export type Estimates = <Row>(
  key: string,
  build: () => SQL<Row>,
  values?: Readonly<Record<string, unknown>>,
) => Asking<Row | undefined>;

/** Milliseconds. */
const AGE = 30_000;

/** So many are remembered. */
const MOST = 500;

export function estimates(): Estimates {
  const known = new Map<string, { readonly row: unknown; readonly until: number }>();
  return function* estimate<Row>(
    key: string,
    build: () => SQL<Row>,
    values: Readonly<Record<string, unknown>> = {},
  ): Asking<Row | undefined> {
    const name = `${key} ${JSON.stringify(values)}`;
    const now = Date.now();
    const last = known.get(name);
    if (last && now < last.until) return last.row as Row | undefined;
    const [row] = yield* ask(key, build, values);
    if (known.size >= MOST) known.clear();
    known.set(name, { row, until: now + AGE });
    return row;
  };
}

/** About how many documents there are. */
export const sizeEstimate = ({ size }: QueryDialect, estimate: Estimates): (() => Asking<number>) =>
  function* sizeOf() {
    const found = yield* estimate('size', (): SQL<{ readonly count: number }> => sql`select ${size} as "count"`);
    return found?.count ?? 0;
  };
