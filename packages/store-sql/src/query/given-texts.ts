/** Texts and codes that a question asks for: as values of its statements, and as conditions where these have them. */
import type { IndexedLeaf } from '@cairn/core';
import { or, sql, type SQL } from '../drizzle.ts';
import type { QueryDialect } from './dialect.ts';

/** Behind a code is `::` and its terminology; `;` is the sign after `:`. */
export function textsIn({ texts = [], codes = [] }: IndexedLeaf): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...texts.map((text, index) => [`text${index}`, text] as const),
    ...codes.flatMap((code, index) => [[`from${index}`, `${code}::`] as const, [`to${index}`, `${code}:;`] as const]),
  ]);
}

export function isGivenText({ tables: { leaf }, given }: QueryDialect, text: SQL, count: number): SQL {
  const texts = Array.from({ length: count }, (_, index) => given(leaf.text, `text${index}`));
  return sql`${text} is not null and ${text} in (${sql.join(texts, sql`, `)})`;
}

export function isGivenCode({ tables: { leaf }, given }: QueryDialect, code: SQL, count: number): SQL {
  const bounds = (index: number): SQL =>
    sql`${code} >= ${given(leaf.code, `from${index}`)} and ${code} < ${given(leaf.code, `to${index}`)}`;
  return sql`${code} is not null and (${or(...Array.from({ length: count }, (_, index) => bounds(index)))})`;
}
