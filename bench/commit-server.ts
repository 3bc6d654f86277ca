/** The process that the part `commit` measures over HTTP: the service on a PostgreSQL database. */
import { serve } from '@cairn/http';
import { configFrom } from '../packages/http/src/config/index.ts';

const [url = '', username = '', password = '', poolSize = ''] = process.argv.slice(2);
const service = await serve(
  configFrom({
    'server.port': 0,
    'store.url': url,
    'store.pool_size': Number(poolSize),
    'auth.users': [{ username, password, roles: ['user'] }],
  }),
);
console.log(service.origin);
