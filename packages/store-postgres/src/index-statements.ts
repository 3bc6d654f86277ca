/** The statements that ask the index, in the words of PostgreSQL, and how they are put together. */
import { recentlyUsed, type Ask } from '@cairn/store-sql';
import { sql, type SQL } from './drizzle.ts';
import { statementOf, type BoundStatement } from './statement.ts';

export interface IndexStatements {
  of(ask: Ask): BoundStatement;
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

  return {
    of: ({ key, build, values }) => bound([key], build, values),
    sure: (presumed, main) =>
      bound(
        ['sure', ...presumed.map(({ key }) => key), main ? main.key : 'nothing'],
        () => {
          const sure = sql.join(presumed.map(holds), sql` and `);
          if (!main) return sql`select ${sure} as "sure"`;
          return sql`select answer.*, ${sure} as "sure" from (select) as one
            left join (select main.*, true as "there" from (${main.build()}) as main) as answer on true`;
        },
        Object.assign({}, ...presumed.map(valuesOf), main?.values),
      ),
  };
}

/** As a condition. What is presumed to be nothing is never sure. */
function holds({ build, presumed = {} }: Ask, place: number): SQL {
  const same = Object.keys(presumed).map(
    (column) => sql`fact.${sql.identifier(column)} = ${sql.placeholder(nameOf(place, column))}`,
  );
  return sql`exists (select from (${build()}) as fact where ${sql.join(same, sql` and `)})`;
}

const valuesOf = ({ values, presumed = {} }: Ask, place: number): Readonly<Record<string, unknown>> => ({
  ...values,
  ...Object.fromEntries(Object.entries(presumed).map(([column, value]) => [nameOf(place, column), value])),
});

const nameOf = (place: number, column: string): string => `presumed ${place} ${column}`;
