import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { repository, startProgram } from './support/program.ts';

const run = promisify(execFile);
const readme = readFileSync(join(repository, 'README.md'), 'utf8');

const blocks = (language: string): string[] =>
  Array.from(readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')), ([, code]) => code ?? '');

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.log('the walk through the README is skipped: there is no curl');

describe('README', () => {
  it.runIf(hasCurl)('walks through the demo with commands that all succeed', async () => {
    const walk = blocks('sh').find((block) => block.includes('CAIRN='));
    const password = 'a password for the walk';
    const users = JSON.stringify([{ username: 'admin', password, roles: ['admin', 'user'] }]);
    await using program = await startProgram(['--demo'], { CAIRN__AUTH__USERS: users });
    const script = (walk ?? '')
      .replace('http://127.0.0.1:8080', program.origin)
      .replace('curl -s', 'curl -sS --fail-with-body')
      .replace('admin:$CAIRN_PASSWORD', 'admin:a\\ password\\ for\\ the\\ walk')
      .replace('CAIRN="curl', 'CAIRN() { curl')
      .replace(/(walk)"/, '$1 "$@"; }')
      .replaceAll('$CAIRN ', 'CAIRN ');
    const { stdout } = await run('bash', ['-ec', script], { cwd: repository });
    expect(stdout).toContain('"template_id":"cairn-vital-signs.v1"');
    expect(stdout).toContain('<composition');
    expect(stdout).toContain('HTTP/1.1 201 Created');
    expect(stdout).toContain('REVISION_HISTORY');
    expect(stdout).toContain('"name":"systolic"');
  });

  it('embeds with code that runs as it stands', async () => {
    const [code] = blocks('ts');
    const file = join(repository, 'examples', `.readme-${process.pid}.ts`);
    writeFileSync(file, code ?? '');
    try {
      const { stdout } = await run(process.execPath, ['--conditions=cairn-source', file], { cwd: repository });
      expect(stdout).toMatch(/^[0-9a-f-]{36}::my\.app::1\n$/);
    } finally {
      rmSync(file);
    }
  });
});
