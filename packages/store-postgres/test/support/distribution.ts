/** What docs/operate/scale-out.md says about the way to a distributed database. */
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../../docs/operate/scale-out.md', import.meta.url), 'utf8');

/** The statements that distribute the schema. */
export const STATEMENTS = /```sql\n([^]*?)```/.exec(page)?.[1] ?? '';

/** Column by which a table is distributed. */
export const DISTRIBUTION: ReadonlyMap<string, string> = new Map(
  Array.from(STATEMENTS.matchAll(/create_distributed_table\('(\w+)', '(\w+)'/g), ([, table = '', column = '']) => [
    table,
    column,
  ]),
);

/** Tables that every node has a copy of. */
export const COPIED: ReadonlySet<string> = new Set(
  Array.from(STATEMENTS.matchAll(/create_reference_table\('(\w+)'\)/g), ([, table = '']) => table),
);
