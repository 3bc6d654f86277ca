import { aqlPostgres } from './aql-postgres.ts';
import { aql } from './aql.ts';
import { commitPostgres } from './commit-postgres.ts';
import { commit } from './commit.ts';
import { disk } from './disk.ts';
import type { Part } from './part.ts';
import { read } from './read.ts';
import { start } from './start.ts';
import { validate } from './validate.ts';
import { xml } from './xml.ts';

/** Every part of the benchmark, in the order in which they run. */
export const parts: readonly Part[] = [validate, commit, commitPostgres, read, aql, aqlPostgres, xml, disk, start];
