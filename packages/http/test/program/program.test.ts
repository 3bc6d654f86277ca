import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPasswordHash } from '../../src/auth/index.ts';
import { readArguments, UsageError } from '../../src/program/arguments.ts';

const BIN = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cairn-program-'))));
afterAll(() => rm(folder, { recursive: true }));

const start = (args: readonly string[], environment: Record<string, string> = {}, log: 'read' | 'unread' = 'read') => {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CAIRN__')));
  const child = spawn(process.execPath, ['--conditions=cairn-source', BIN, ...args], {
    env: { ...clean, ...environment },
    cwd: folder,
  });
  const out = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (out.stdout += String(text)));
  if (log === 'read') child.stderr.setEncoding('utf8').on('data', (text) => (out.stderr += String(text)));
  const ended = new Promise<number | null>((resolve) => child.on(log === 'read' ? 'close' : 'exit', resolve));
  return { child, out, ended };
};

const run = async (
  args: readonly string[],
  options: { readonly environment?: Record<string, string>; readonly input?: string } = {},
) => {
  const { child, out, ended } = start(args, options.environment);
  child.stdin.end(options.input ?? '');
  return { code: await ended, ...out };
};

describe('cairn serve', () => {
  test('prints one line with `listening` and the origin, logs JSON to standard error, ends with 0 on SIGTERM', async () => {
    const { child, out, ended } = start(['--set', 'server.port=0'], { CAIRN__STORE__URL: 'sqlite:./data/cairn.db' });
    await expect.poll(() => out.stdout, { timeout: 30_000 }).toMatch(/listening on http:\/\/127\.0\.0\.1:\d+/);
    const [origin = ''] = /http:\/\/[^\s)]+:\d+/.exec(out.stdout) ?? [];
    expect(await (await fetch(`${origin}/health`)).text()).toBe('OK');
    expect(out.stdout.split('\n').filter((line) => line.includes('listening'))).toHaveLength(1);
    const [, password = ''] = /admin, password (\S+)/.exec(out.stdout) ?? [];
    expect(password).not.toBe('');
    const headers = { authorization: `Basic ${btoa(`admin:${password}`)}` };
    expect((await fetch(`${origin}/rest/openehr/v1/definition/template/adl1.4`, { headers })).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const lines = out.stderr
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ level: 'info', message: 'stopped' });
    expect(out.stderr).not.toContain(password);
  });

  test.each([
    ['SIGTERM', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
    ['SIGTERM', 'SIGTERM'],
  ] as const)('%s and then %s ends a server that waits for a request at once', async (first, second) => {
    const { child, out, ended } = start(['--set', 'server.port=0', '--set', 'store.url=sqlite::memory:']);
    await expect.poll(() => out.stdout, { timeout: 30_000 }).toContain('listening');
    const { hostname, port } = new URL(/http:\/\/[^\s)]+:\d+/.exec(out.stdout)?.[0] ?? '');
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write('POST /rest/openehr/v1/ehr HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n');
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill(first);
    await expect.poll(() => out.stderr).toContain('stopping');
    const asked = performance.now();
    child.kill(second);
    expect(await ended).toBeNull();
    expect(child.signalCode).toBe(second);
    expect(performance.now() - asked).toBeLessThan(3000);
    socket.destroy();
  });

  test('ends with 0 on SIGTERM when nobody reads the log any more', async () => {
    const { child, out, ended } = start(['--set', 'server.port=0', '--set', 'store.url=sqlite::memory:'], {}, 'unread');
    await expect.poll(() => out.stdout, { timeout: 30_000 }).toContain('listening');
    const [origin = ''] = /http:\/\/[^\s)]+:\d+/.exec(out.stdout) ?? [];
    const headers = { 'x-audit-context': 'x'.repeat(1000) };
    for (let count = 0; count < 400; count += 1) await (await fetch(`${origin}/health`, { headers })).text();
    const asked = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(performance.now() - asked).toBeLessThan(5000);
  });

  test('--demo serves the demo and says what to try', async () => {
    const { child, out, ended } = start(['--demo', '--set', 'server.port=0', '--set', 'store.url=sqlite::memory:']);
    await expect.poll(() => out.stdout, { timeout: 30_000 }).toMatch(/listening[\s\S]*curl/);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  test('a configuration with problems stops the start with 78 and all of them', async () => {
    const file = join(folder, 'wrong.toml');
    await writeFile(file, '[server]\nprot = 1\n');
    const { code, stderr, stdout } = await run(['--config', file, '--set', 'etag.weak=x'], {
      environment: { CAIRN__SERVER__PORT: 'x' },
    });
    expect(code).toBe(78);
    expect(stdout).toBe('');
    expect(stderr).toContain('server.prot');
    expect(stderr).toContain('nearest is server.port');
    expect(stderr).toContain('environment CAIRN__SERVER__PORT');
    expect(stderr).toContain('etag.weak (--set)');
  });

  test('a store that cannot be opened is a sentence and exit code 1', async () => {
    const file = join(folder, 'text.db');
    await writeFile(file, 'this is no database, and long enough to have a header of its own '.repeat(20));
    const { code, stderr } = await run(['--set', `store.url=sqlite:${file}`, '--set', 'server.port=0']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cairn: /);
    expect(stderr).not.toContain('    at ');
  });
});

describe('the other commands', () => {
  test('check-config prints the effective configuration, secrets as ***', async () => {
    const users = '[{"username":"a","password":"hunter2"}]';
    const { code, stdout } = await run(['check-config', '--set', 'server.port=9000'], {
      environment: { CAIRN__AUTH__USERS: users },
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ server: { port: 9000 }, auth: { users: '***' } });
    expect((await run(['check-config', '--config', join(folder, 'none.toml')])).code).toBe(78);
  });

  test('hash-password reads a password and prints its hash', async () => {
    const { code, stdout } = await run(['hash-password'], { input: 'secret\n' });
    expect(code).toBe(0);
    expect(isPasswordHash(stdout.trim())).toBe(true);
    expect((await run(['hash-password'])).code).toBe(1);
  });

  test('migrate makes the schema that `store.migrate=verify` then accepts', async () => {
    const store = ['--set', `store.url=sqlite:${join(folder, 'new', 'cairn.db')}`];
    expect((await run(['check-config', ...store])).code).toBe(0);
    const { code, stdout } = await run(['migrate', ...store]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/SQLite 3.*schema current/);
    const { child, out, ended } = start([...store, '--set', 'store.migrate=verify', '--set', 'server.port=0']);
    await expect.poll(() => out.stdout, { timeout: 30_000 }).toContain('listening');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('seed --demo may be run twice', async () => {
    const args = ['seed', '--demo', '--set', `store.url=sqlite:${join(folder, 'demo.db')}`];
    expect((await run(args)).code).toBe(0);
    expect((await run(args)).code).toBe(0);
  });

  test('query works beside a server on the same store, and ends quietly when nobody reads on', async () => {
    const args = ['--set', `store.url=sqlite:${join(folder, 'shared.db')}`];
    const { child, out, ended } = start([...args, '--demo', '--set', 'server.port=0']);
    await expect.poll(() => out.stdout, { timeout: 30_000 }).toContain('curl');
    const q = 'SELECT c FROM EHR e CONTAINS COMPOSITION c';
    expect(await run(['query', `${q} LIMIT 1`, ...args])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\(1 row\)/),
    });
    const unread = start(['query', q, '--format', 'json', ...args]);
    unread.child.stdout.destroy();
    expect(await unread.ended).toBe(0);
    expect(unread.out.stderr).toBe('');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('--version and --help', async () => {
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await run(['--help'])).stdout).toContain('Usage: cairn');
  });

  test.each([
    ['frobnicate'],
    ['serve', 'x'],
    ['--port', '1'],
    ['migrate', '--demo'],
    ['seed'],
    ['query'],
    ['query', 'SELECT', '1'],
    ['query', 'x', '--format', 'xml'],
    ['query', 'x', '--param', 'y'],
    ['query', 'x', '--demo'],
    ['seed', '--demo', '--explain'],
    ['serve', '--param', 'a=b'],
    ['migrate', '--format', 'csv'],
  ])('%s is a usage error', (...argv) => {
    expect(() => readArguments(argv)).toThrow(UsageError);
  });
});
