import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProgram, type RunningProgram } from './support/program.ts';
import { composition } from './support/world.ts';
import { readDemoTemplate, VITAL_SIGNS } from '../packages/http/src/demo/templates.ts';

const users = JSON.stringify([{ username: 'u', password: 'p', roles: ['user', 'admin'] }]);
const authorization = `Basic ${Buffer.from('u:p').toString('base64')}`;

const call = (program: RunningProgram, path: string, init: RequestInit = {}, type = 'application/json') =>
  fetch(`${program.origin}/rest/openehr/v1${path}`, { ...init, headers: { authorization, 'content-type': type } });

describe('the program', () => {
  it('serves every acknowledged composition again after kill -9 in the middle of commits', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
    const env = { CAIRN__STORE__URL: `sqlite:${join(folder, 'cairn.db')}`, CAIRN__AUTH__USERS: users };
    const acknowledged: string[] = [];
    let path = '';
    {
      await using program = await startProgram([], env);
      const template = new Uint8Array(await readDemoTemplate(VITAL_SIGNS));
      expect(
        (await call(program, '/definition/template/adl1.4', { method: 'POST', body: template }, 'application/xml'))
          .status,
      ).toBe(201);
      const created = await call(program, '/ehr', { method: 'POST' });
      path = `/ehr/${created.headers.get('etag')?.replaceAll('"', '')}/composition`;
      const body = JSON.stringify(composition());
      const client = async (): Promise<void> => {
        for (;;) {
          const answer = await call(program, path, { method: 'POST', body }).catch(() => undefined);
          if (!answer) return;
          acknowledged.push(answer.headers.get('etag')?.replaceAll('"', '') ?? '');
        }
      };
      const clients = Array.from({ length: 4 }, client);
      while (acknowledged.length < 60) await new Promise((resolve) => setTimeout(resolve, 5));
      program.child.kill('SIGKILL');
      await once(program.child, 'exit');
      await Promise.all(clients);
    }
    await using again = await startProgram([], env);
    for (const uid of acknowledged) expect((await call(again, `${path}/${uid}`)).status).toBe(200);
    rmSync(folder, { recursive: true });
  });

  it('finishes what is in flight on SIGTERM and exits with 0', async () => {
    await using program = await startProgram([], { CAIRN__AUTH__USERS: users });
    const created = call(program, '/ehr', { method: 'POST' });
    await created;
    const pending = Array.from({ length: 20 }, () =>
      call(program, '/ehr', { method: 'POST' }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await Promise.race(pending);
    program.child.kill('SIGTERM');
    const [code] = (await once(program.child, 'exit')) as [number];
    expect(code).toBe(0);
    // A request that was not taken any more failed as a whole; none was answered with anything but its result.
    expect(new Set(await Promise.all(pending)).difference(new Set([201, 0]))).toEqual(new Set());
  });
});
