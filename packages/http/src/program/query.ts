import { stringifyJson } from '@cairn/core';
import type { Config } from '../config/index.ts';
import { explanationJson } from '../routes/index.ts';
import { openCdr, openStore } from '../server/index.ts';
import type { QueryArguments } from './arguments.ts';
import { writePlan, writeResult } from './result-formats.ts';
import type { Terminal } from './terminal.ts';

/** Runs an AQL query on the store of the configuration, which must be there and current, and prints all its rows, or its plan. */
export async function runQuery(config: Config, query: QueryArguments, { print }: Terminal): Promise<number> {
  await using store = await openStore(config, 'verify');
  const everything = config['query.max_fetch'] ?? Number.MAX_SAFE_INTEGER;
  const { query: queries } = await openCdr({ ...config, 'query.default_fetch': everything }, store);
  const options = { textParameters: query.parameters };
  if (query.explain) {
    const plan = explanationJson(await queries.explain(query.text, options));
    print(query.format === 'json' ? stringifyJson(plan) : writePlan(plan));
  } else {
    print(writeResult(await queries.aql(query.text, options), query.format));
  }
  return 0;
}
