import type { Migration } from '@cairn/store-sql';
import { initial } from './0001-initial.ts';
import { commitPlan } from './0002-commit-plan.ts';
import { documentIndex } from './0003-document-index.ts';
import { indexedCommit } from './0004-indexed-commit.ts';

/** All migrations that this version knows, oldest first. */
export const migrations: readonly Migration[] = [initial, commitPlan, documentIndex, indexedCommit];
