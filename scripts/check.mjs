/**
 * Everything that has to hold before a change is done, cheapest first; stops at the first step that fails.
 *
 * `npm test` runs it; what follows `--` goes to vitest: `npm test -- packages/core`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tools = join(root, 'node_modules', '.bin');
const packages = readdirSync(join(root, 'packages'));

const steps = [
  // Building is the type check: a referenced project has to emit its declarations.
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check', '.'], hint: '`npm run format` mends it.' },
  { name: 'unused files, exports and dependencies', command: ['knip', '--no-progress'] },
  ...packages.map((name) => ({
    name: `package ${name}`,
    command: ['publint', 'run', join('packages', name), '--pack', 'false', '--strict'],
  })),
  { name: 'tests', command: ['vitest', 'run', ...process.argv.slice(2)], live: true },
];

for (const { name, command, live, hint } of steps) {
  const started = performance.now();
  const { status, error, stdout, stderr } = run(command, live);
  const duration = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (status === 0) {
    console.log(`ok      ${name} (${duration})`);
    continue;
  }
  console.log([stdout, stderr, error?.message].filter(Boolean).join('\n'));
  console.log(`FAILED  ${name} (${duration}): ${command.join(' ')}${hint === undefined ? '' : `\n        ${hint}`}`);
  process.exit(status || 1);
}

/** `live`: its output is shown as it comes, not only when it fails. */
function run([tool, ...args], live = false) {
  return spawnSync(join(tools, tool), args, {
    cwd: root,
    // The tools are scripts: they have to run on the repository's own Node.js.
    env: { ...process.env, PATH: `${tools}${delimiter}${process.env.PATH ?? ''}` },
    stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  });
}
