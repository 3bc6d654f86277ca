import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configFrom, type Config } from '../../src/config/index.ts';
import { serve } from '../../src/server/index.ts';
import { listen } from '../../src/server/listener.ts';
import { AUTHORIZATION, raw, startServer } from '../support/server.ts';
import { vitals } from '../support/record.ts';

describe('a server on a socket', async () => {
  const server = await startServer();
  afterAll(() => server.close());

  test('answers the record API, keeping the stored bytes', async () => {
    const made = await server.get('ehr', { method: 'POST' });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toMatch(new RegExp(`^${server.origin}/rest/openehr/v1/ehr/`));
    const read = await fetch(made.headers.get('location') ?? '', {
      headers: { authorization: `Basic ${btoa('user:user')}` },
    });
    expect(await read.json()).toMatchObject({ ehr_id: { value: made.headers.get('etag')?.replaceAll('"', '') } });
  });

  test.each(['', 'application/json', 'application/x-www-form-urlencoded'])(
    'POST /ehr with an empty body and Content-Type %j is legal',
    async (type) => {
      const made = await server.get('ehr', { method: 'POST', body: '', headers: { 'content-type': type } });
      expect(made.status).toBe(201);
    },
  );

  test('204 has no body, no Content-Type and no Content-Length', async () => {
    const { ehrId } = await server.cdr.ehrs.create();
    const status = await server.get(`ehr/${ehrId}/ehr_status`);
    const put = await server.get(`ehr/${ehrId}/ehr_status`, {
      method: 'PUT',
      body: await status.text(),
      headers: { 'if-match': status.headers.get('etag') ?? '', 'content-type': 'application/json' },
    });
    expect(put.status).toBe(204);
    expect(put.headers.get('content-type')).toBeNull();
    expect(put.headers.get('content-length')).toBeNull();
    expect(put.headers.get('transfer-encoding')).toBeNull();
  });

  test('HEAD over the wire', async () => {
    const { ehrId } = await server.cdr.ehrs.create();
    const [head, get] = await Promise.all([server.get(`ehr/${ehrId}`, { method: 'HEAD' }), server.get(`ehr/${ehrId}`)]);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await get.text())));
    const missing = await server.get('ehr/none', { method: 'HEAD' });
    expect(missing.status).toBe(404);
  });

  test('committer names in UTF-8 header bytes', async () => {
    const name = Buffer.from('Jürgen Žižka', 'utf8').toString('latin1');
    const made = await server.get('ehr', {
      method: 'POST',
      headers: { 'openehr-audit-details': `committer.name="${name}"` },
    });
    const ehrId = made.headers.get('etag')?.replaceAll('"', '');
    const version = await server.get(`ehr/${ehrId}/versioned_ehr_status/version`);
    expect(await version.json()).toMatchObject({ commit_audit: { committer: { name: 'Jürgen Žižka' } } });
  });
});

describe('what is no proper request', async () => {
  const server = await startServer({
    'limits.receive_timeout': 1000,
    'server.body_limit': 2 ** 20,
    'limits.headers': 8192,
  });
  afterAll(() => server.close());
  const stillThere = async (): Promise<void> =>
    expect((await server.get('/health', { as: 'nobody' })).status).toBe(200);

  test.each<[string, string, number, string]>([
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n', 501, 'method_not_implemented'],
    [
      'a known method of elsewhere',
      `PROPFIND /rest/openehr/v1/ehr HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}\r\nConnection: close\r\n\r\n`,
      501,
      'method_not_implemented',
    ],
    [
      'TRACE',
      `TRACE /rest/openehr/v1/ehr HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}\r\nConnection: close\r\n\r\n`,
      405,
      'method_not_allowed',
    ],
    ['rubbish', 'rubbish\r\n\r\n', 501, 'method_not_implemented'],
    [
      'a head that is too large',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(9000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'both lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'malformed_request',
    ],
    ['a bad host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
  ])('%s', async (_name, bytes, status, code) => {
    const got = await raw(server.origin, bytes, /\}$/);
    expect(got).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(got).toContain(`"code":"${code}"`);
    await stillThere();
  });

  test('a path with dot segments leads nowhere else', async () => {
    const got = await raw(
      server.origin,
      'GET /rest/openehr/v1/../../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(got).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('a client that is too slow with its body gets 408 and is cut off', async () => {
    const head = `POST /rest/openehr/v1/ehr HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    expect(await raw(server.origin, head)).toMatch(/^HTTP\/1\.1 408 /);
    await stillThere();
  });

  test('a client that is too slow with its head gets 408', async () => {
    expect(await raw(server.origin, 'GET / HTTP/1.1\r\nHo')).toMatch(/^HTTP\/1\.1 408 /);
    await stillThere();
  });

  test('a client that goes away in the middle of its body does no harm', async () => {
    const head = `POST /rest/openehr/v1/ehr HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const { hostname, port } = new URL(server.origin);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(head, () => socket.resetAndDestroy()));
      socket.on('close', () => resolve());
    });
    await stillThere();
  });

  const tooLarge = 2 ** 20 + 1;
  const streamed = (): ReadableStream<Uint8Array> => {
    let left = tooLarge;
    return new ReadableStream({
      pull(controller) {
        if (left <= 0) controller.close();
        else controller.enqueue(new Uint8Array(Math.min(left, 65_536)).fill(0x20));
        left -= 65_536;
      },
    });
  };

  test.each<[string, () => RequestInit]>([
    ['with Content-Length', () => ({ body: ' '.repeat(tooLarge) })],
    ['chunked', () => ({ body: streamed(), duplex: 'half' })],
  ])('one byte over the limit is 413, %s', async (_name, init) => {
    const got = await server.get('ehr', { method: 'POST', headers: { 'content-type': 'application/json' }, ...init() });
    expect(got.status).toBe(413);
    expect(await got.json()).toMatchObject({ code: 'body_too_large' });
    await stillThere();
  });

  test('a body of exactly the limit is read', async () => {
    const got = await server.get('ehr', {
      method: 'POST',
      body: ' '.repeat(2 ** 20),
      headers: { 'content-type': 'application/json' },
    });
    expect(got.status).toBe(400);
    expect(await got.json()).toMatchObject({ code: 'malformed_json' });
  });

  test('nesting 10,000 deep, invalid UTF-8 and malformed JSON are 400', async () => {
    for (const body of ['[{"a":'.repeat(10_000), new Uint8Array([0x22, 0xc3, 0x28, 0x22]), '{"a":}']) {
      const got = await server.get('ehr', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      expect(got.status).toBe(400);
    }
    await stillThere();
  });
});

describe('a client that stops reading', () => {
  const size = 32 * 2 ** 20;
  const listenWith = (answer: () => Promise<Response>) =>
    listen(answer, { host: '127.0.0.1', port: 0 }, { ...configFrom({}), 'limits.idle_timeout': 300 });

  /** How much comes of an answer whose reader stops for a while. */
  const readAfter = async (origin: string, milliseconds: number): Promise<number> => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    let got = 0;
    socket.on('data', (chunk) => (got += chunk.length));
    socket.on('error', () => undefined);
    socket.resume();
    await new Promise((resolve) => socket.on('close', resolve));
    return got;
  };

  test('is cut off after limits.idle_timeout, in the middle of the answer', async () => {
    const listener = await listenWith(async () => new Response('x'.repeat(size)));
    expect(await readAfter(listener.origin, 1500)).toBeLessThan(size);
    expect(await readAfter(listener.origin, 0)).toBeGreaterThan(size);
    await listener.close(0);
  });

  test('is another thing than an answer that takes longer', async () => {
    const listener = await listenWith(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return new Response('x'.repeat(size));
    });
    expect(await readAfter(listener.origin, 0)).toBeGreaterThan(size);
    await listener.close(0);
  });
});

describe('overload', () => {
  test('more requests than limits.in_flight get 503 with Retry-After, and health still answers', async () => {
    const server = await startServer({ 'limits.in_flight': 1 });
    await using _ = server;
    const { hostname, port } = new URL(server.origin);
    const slow = connect(Number(port), hostname);
    slow.write(
      `POST /rest/openehr/v1/ehr HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    );
    await expect.poll(async () => (await server.get('ehr/none')).status).toBe(503);
    const refused = await server.get('ehr/none');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ code: 'overloaded' });
    expect((await server.get('/health', { as: 'nobody' })).status).toBe(200);
    slow.write('}');
    await expect.poll(async () => (await server.get('ehr/none')).status).toBe(404);
    slow.destroy();
  });
});

describe('stopping', () => {
  test('what is in flight is finished, new connections are refused, the store is closed', async () => {
    const server = await startServer();
    const head = `POST /rest/openehr/v1/ehr HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    let got = '';
    socket.setEncoding('latin1').on('data', (chunk) => (got += String(chunk)));
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.write(head);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = server.close();
    await expect
      .poll(() =>
        fetch(`${server.origin}/health`).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    socket.write('{}');
    await ended;
    await closed;
    expect(got).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(got).toMatch(/^connection: close\r$/im);
    expect(await server.cdr.health()).toMatchObject({ database: { up: false } });
  });

  test('a client that does not let go is cut off after server.shutdown_timeout', async () => {
    const server = await startServer({ 'server.shutdown_timeout': 200 });
    const pending = raw(
      server.origin,
      `POST /rest/openehr/v1/ehr HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}\r\nContent-Length: 2\r\n\r\n`,
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = performance.now();
    await server.close();
    expect(performance.now() - start).toBeLessThan(5000);
    await pending;
  });

  test('closing twice is closing once', async () => {
    const server = await startServer();
    await Promise.all([server.close(), server.close()]);
  });

  test('a port that is taken is an error, and the store is closed again', async () => {
    const server = await startServer();
    await using _ = server;
    const port = Number(new URL(server.origin).port);
    await expect(startServer({ 'server.port': port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('the first administrator', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cairn-http-'))));
  afterAll(() => rm(folder, { recursive: true }));
  const start = (host = '127.0.0.1') =>
    serve(
      { 'server.port': 0, 'server.host': host, 'store.url': `sqlite:${join(folder, 'cairn.db')}` },
      { log: { write: () => undefined } },
    );
  const login = async (origin: string, password: string): Promise<number> => {
    const headers = { authorization: `Basic ${btoa(`admin:${password}`)}` };
    return (await fetch(`${origin}/rest/openehr/v1/definition/template/adl1.4`, { headers })).status;
  };

  test('is made once, with a random password that only the first start tells; never an open server, never beyond loopback', async () => {
    const first = await start('0.0.0.0');
    expect(new URL(first.origin).hostname).toBe('127.0.0.1');
    const { username, password } = first.madeAdmin ?? { username: '', password: '' };
    expect(username).toBe('admin');
    expect(password).toMatch(/^[\w-]{24}$/);
    expect(await login(first.origin, password)).toBe(200);
    expect(await login(first.origin, 'admin')).toBe(401);
    expect((await fetch(`${first.origin}/rest/openehr/v1/definition/template/adl1.4`)).status).toBe(401);
    await first.close();

    const second = await start();
    expect(second.madeAdmin).toBeUndefined();
    expect(await login(second.origin, password)).toBe(200);
    await second.close();
  });
});

test('the first administrator is not made by a start that fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-http-'));
  const other = await startServer();
  const taken = Number(new URL(other.origin).port);
  const start = (settings: Partial<Config>) =>
    serve(
      { 'server.port': 0, 'store.url': `sqlite:${join(folder, 'cairn.db')}`, ...settings },
      { log: { write: () => undefined } },
    );
  await expect(start({ 'server.port': taken })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(start({ 'management.enabled': true, 'management.port': taken })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  const server = await start({});
  expect(server.madeAdmin).toBeDefined();
  await Promise.all([server.close(), other.close()]);
  await rm(folder, { recursive: true });
});

test('a composition that was committed over one server is read over another on the same file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-http-'));
  const settings = { 'store.url': `sqlite:${join(folder, 'cairn.db')}` };
  const first = await startServer(settings);
  const { readDemoTemplate, VITAL_SIGNS } = await import('../../src/demo/templates.ts');
  const uploaded = await first.get('definition/template/adl1.4', {
    method: 'POST',
    body: Buffer.from(await readDemoTemplate(VITAL_SIGNS)),
    headers: { 'content-type': 'application/xml' },
  });
  expect(uploaded.status).toBe(201);
  const ehr = (await first.get('ehr', { method: 'POST' })).headers.get('etag')?.replaceAll('"', '');
  const made = await first.get(`ehr/${ehr}/composition`, {
    method: 'POST',
    body: JSON.stringify(vitals()),
    headers: { 'content-type': 'application/json' },
  });
  await first.close();
  const second = await startServer(settings);
  const uid = made.headers.get('etag')?.replaceAll('"', '');
  const read = await second.get(`ehr/${ehr}/composition/${uid}`);
  expect(await read.json()).toMatchObject({ uid: { value: uid } });
  await second.close();
  await rm(folder, { recursive: true });
});
