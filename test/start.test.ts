import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../packages/store-postgres/test/support/databases.ts';
import { environment, repository } from './support/program.ts';
import { stores } from './support/stores.ts';

interface Bundling {
  freshBundle(root: string): string | undefined;
  makeBundle(root: string): Promise<string>;
}

const { freshBundle, makeBundle }: Bundling = await import(
  pathToFileURL(join(repository, 'scripts', 'bundle.mjs')).href
);

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'cairn-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('the bundle that npm start runs', () => {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  /** What the program in the bundle exports as `said`. */
  const said = async (bundle: string): Promise<unknown> =>
    ((await import(`${pathToFileURL(bundle).href}?${Math.random()}`)) as { said: unknown }).said;

  beforeEach(() => {
    write('package-lock.json', '{}');
    write('node_modules/.package-lock.json', '{}');
    write('packages/http/package.json', '{ "type": "module" }');
    write('packages/http/src/said.ts', "export const said: string = 'once';");
    write('packages/http/src/bin.ts', "export { said } from './said.ts';");
    write('packages/store-sqlite/src/query-worker.ts', 'export {};');
  });

  it('is not there at first, and fresh once it is made', async () => {
    expect(freshBundle(folder)).toBeUndefined();
    const made = await makeBundle(folder);
    expect(freshBundle(folder)).toBe(made);
    expect(await said(made)).toBe('once');
  });

  it.each([
    ['packages/http/src/said.ts', "export const said: string = 'again';"],
    ['packages/store-sqlite/src/query-worker.ts', 'export const more = 1;'],
    ['packages/http/package.json', '{ "type": "module", "exports": {} }'],
    ['package-lock.json', '{ "packages": {} }'],
    ['node_modules/.package-lock.json', '{ "packages": {} }'],
  ])('is stale after a change of %s', async (file, text) => {
    await makeBundle(folder);
    write(file, text);
    expect(freshBundle(folder)).toBeUndefined();
    expect(await said(await makeBundle(folder))).toBe(file.endsWith('said.ts') ? 'again' : 'once');
    expect(freshBundle(folder)).toBeDefined();
  });

  it('is stale when one of its own files is another one, or a source is gone', async () => {
    const made = await makeBundle(folder);
    writeFileSync(made, "export const said = 'something else';");
    expect(freshBundle(folder)).toBeUndefined();
    await makeBundle(folder);
    rmSync(join(folder, 'packages/http/src/said.ts'));
    expect(freshBundle(folder)).toBeUndefined();
  });

  it('is refused where a source is no TypeScript, and what was there stays stale', async () => {
    await makeBundle(folder);
    write('packages/http/src/said.ts', 'export const said = ;');
    await expect(makeBundle(folder)).rejects.toThrow('said.ts');
    expect(freshBundle(folder)).toBeUndefined();
  });
});

describe('scripts/start.mjs', () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  async function databaseFor(store: string): Promise<AsyncDisposable & { readonly url: string }> {
    if (store === 'sqlite') return { url: `sqlite:${join(folder, 'cairn.db')}`, async [Symbol.asyncDispose]() {} };
    const { url, drop } = await freshDatabase();
    return { url, [Symbol.asyncDispose]: drop };
  }

  it.each(stores)(
    'serves $name again from the bundle that the first start made, query threads and demo included',
    async (store) => {
      await using database = await databaseFor(store.name);
      const password = 'p';
      const env = environment({
        CAIRN__STORE__URL: database.url,
        CAIRN__AUTH__USERS: JSON.stringify([{ username: 'u', password, roles: ['user'] }]),
      });
      for (let start = 0; start < 2; start += 1) {
        const child = spawn(process.execPath, ['--conditions=cairn-source', 'scripts/start.mjs', '--demo'], {
          cwd: repository,
          env,
        });
        children.push(child);
        let output = '';
        child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
        await expect.poll(() => output, { timeout: 30_000 }).toMatch(/listening on http:\S+/);
        const [origin = ''] = /http:\/\/[^\s)]+:\d+/.exec(output) ?? [];
        const answer = await fetch(`${origin}/rest/openehr/v1/query/aql`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`u:${password}`)}`, 'content-type': 'application/json' },
          body: JSON.stringify({ q: 'SELECT c FROM EHR e CONTAINS COMPOSITION c' }),
        });
        expect(await answer.json()).toMatchObject({ rows: expect.arrayContaining([[expect.any(Object)]]) });
        // What a bundler may take for a call without effect.
        expect((await fetch(`${origin}/rest/openehr/v1/ehr/%C3%28`)).status).toBe(400);
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        expect(await exit).toEqual([0, null]);
      }
    },
  );

  it.skipIf(process.platform === 'win32')('stops when npm start is told to', async () => {
    const child = spawn('npm', ['start'], { cwd: repository, env: environment() });
    children.push(child);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    await expect.poll(() => output, { timeout: 30_000 }).toMatch(/listening on http:\S+/);
    const [origin = ''] = /http:\/\/[^\s)]+:\d+/.exec(output) ?? [];
    const isServing = (): Promise<boolean> =>
      fetch(`${origin}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    expect(await isServing()).toBe(true);
    child.kill('SIGTERM');
    await expect.poll(isServing, { timeout: 10_000 }).toBe(false);
  });
});
