/** The statements that ask the index, in the words of PostgreSQL, and how they are put together. */
import { recentlyUsed, type Ask } from '@cairn/store-sql';
import { sql, type SQL } from './drizzle.ts';
import { statementOf, type BoundStatement } from './statement.ts';

export interface IndexStatements {
  of(ask: Ask): BoundStatement;
  /** What is asked, and nothing at all unless everything that was presumed is so. */
  if(presumed: readonly Ask[], main: Ask): BoundStatement;
  /**
   * One statement for an answer and what it rests on. Each of its rows says `sure`, whether everything that was presumed is so,
   * and `there`, whether it is a row of the answer: there is one row at least. Without an answer it only makes sure.
   */
  sure(presumed: readonly Ask[], main?: Ask): BoundStatement;
}

/** So many are kept for the next time. */
const MOST = 500;

export function indexStatements(): IndexStatements {
  const kept = recentlyUsed<ReturnType<typeof statementOf>>(MOST);

  function bound(keys: readonly (string | undefined)[], build: () => SQL, values: Ask['values']): BoundStatement {
    const make = () => statementOf(build());
    return (keys.includes(undefined) ? make() : kept(keys.join('\n'), make))(values);
  }

  const together = (name: string, presumed: readonly Ask[], main: Ask | undefined, build: () => SQL): BoundStatement =>
    bound(
      [name, ...presumed.map(({ key, presumed: its }) => key && `${key} ${its?.state}`), main ? main.key : 'nothing'],
      build,
      Object.assign({}, ...presumed.map(({ values }) => values), main?.values),
    );

  return {
    of: ({ key, build, values }) => bound([key], build, values),
    if: (presumed, main) =>
      together('if', presumed, main, () => sql`select main.* from (${main.build()}) as main where ${holds(presumed)}`),
    sure: (presumed, main) =>
      together('sure', presumed, main, () => {
        const sure = holds(presumed);
        if (!main) return sql`select ${sure} as "sure"`;
        return sql`select answer.*, ${sure} as "sure" from (select) as one
          left join (select main.*, true as "there" from (${main.build()}) as main) as answer on true`;
      }),
  };
}

const holds = (asks: readonly Ask[]): SQL =>
  sql.join(
    asks.flatMap(({ presumed }) => (presumed ? [presumed.holds()] : [])),
    sql` and `,
  );
