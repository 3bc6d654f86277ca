import type { Config } from '../config/index.ts';
import { openCdr, openStore } from '../server/index.ts';
import type { QueryArguments } from './arguments.ts';
import { writeResult } from './result-formats.ts';
import type { Terminal } from './terminal.ts';

/** Runs an AQL query on the store of the configuration, which must be there and current, and prints all its rows. */
export async function runQuery(config: Config, query: QueryArguments, { print }: Terminal): Promise<number> {
  await using store = await openStore(config, 'verify');
  const everything = config['query.max_fetch'] ?? Number.MAX_SAFE_INTEGER;
  const cdr = await openCdr({ ...config, 'query.default_fetch': everything }, store);
  print(writeResult(await cdr.query.aql(query.text, { textParameters: query.parameters }), query.format));
  return 0;
}
