import { jsonAnswer, type Operation } from '../routing/index.ts';
import { VERSION } from '../version.ts';

/** Version of ITS-REST that the record API follows. */
export const ITS_REST_VERSION = '1.1.0';

/** The conformance manifest (ITS-REST, "System API"), which names the resources that `others` serve. */
export function systemOperation(others: readonly Operation[]): Operation {
  const endpoints = [...new Set(others.map(({ path }) => `/${path.split('/')[1]}`))];
  return {
    group: 'System',
    id: 'options',
    method: 'OPTIONS',
    path: '',
    summary: 'What this server is and serves',
    produces: ['json'],
    statuses: [200],
    handle: () =>
      jsonAnswer(
        {
          solution: 'Cairn',
          solution_version: VERSION,
          vendor: 'Cairn',
          restapi_specs_version: ITS_REST_VERSION,
          conformance_profile: 'STANDARD',
          endpoints,
        },
        { allow: 'OPTIONS' },
      ),
  };
}
