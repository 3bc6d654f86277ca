/**
 * The process that the part `read` measures: the service on a database file, and beside it the floor, a Hono app on the same
 * kind of listener that answers with the same bytes out of memory.
 */
import { serve, type Authenticate } from '@cairn/http';
import { Hono, type Context } from 'hono';
import { authenticatorFrom } from '../packages/http/src/auth/index.ts';
import { configFrom } from '../packages/http/src/config/index.ts';
import { listen } from '../packages/http/src/server/listener.ts';

const [file = '', username = '', password = '', ...paths] = process.argv.slice(2);
const config = configFrom({
  'server.port': 0,
  'store.url': `sqlite:${file}`,
  'auth.users': [{ username, password, roles: ['user'] }],
});
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const service = await serve(config);
const bodies: Uint8Array[] = [];
for (const path of paths) {
  const answer = await fetch(service.origin + path, { headers: { authorization } });
  if (!answer.ok) throw new Error(`The service answers ${answer.status}`);
  bodies.push(await answer.bytes());
}

const floor = await listen(staticApp(authenticatorFrom(config)).fetch, { host: '127.0.0.1', port: 0 }, config);
console.log(JSON.stringify({ service: service.origin, floor: floor.origin }));

/** `/open/{n}` and `/closed/{n}`: the bytes of the nth path, without and with authentication. */
function staticApp(authenticate: Authenticate): Hono {
  const answer = (c: Context): Response =>
    new Response(bodies[Number(c.req.param('n'))] ?? null, { headers: { 'content-type': 'application/json' } });
  const app = new Hono();
  app.get('/open/:n', answer);
  app.use('/closed/*', async (c, next) => {
    await authenticate(c.req.header('authorization'));
    await next();
  });
  app.get('/closed/:n', answer);
  return app;
}
