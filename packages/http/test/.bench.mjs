import { fork } from 'node:child_process';
import http from 'node:http';
const child = fork(new URL('./.bench-server.ts', import.meta.url), { execArgv: ['--conditions=cairn-source', ...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=' + process.env.PROF] : [])], stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
const info = JSON.parse(String(await new Promise((r) => child.stdout.once('data', r))));
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
const cpu = () => new Promise((r) => { child.once('message', r); child.send('cpu'); });
const one = (url, opt = {}, body) => new Promise((resolve, reject) => { const q = http.request(url, { agent, headers: { authorization: `Basic ${btoa('user:user')}`, ...opt.headers }, method: opt.method ?? 'GET' }, (res) => { res.on('data', () => {}); res.on('end', () => resolve(res.statusCode)); }); q.on('error', reject); q.end(body); });
async function load(url, n, opt, body) { let left = n; await Promise.all(Array.from({ length: 16 }, async () => { while (left-- > 0) { const s = await one(url, opt, body); if (s >= 300) throw new Error(String(s)); } })); }
console.log('bytes', info.size);
const modes = process.argv.slice(2);
for (let round = 0; round < 3; round++) for (const [name, url, opt, body] of [['static', info.stat], ['cairn', info.cairn], ['post', info.post, { method: 'POST', headers: { 'content-type': 'application/json' } }, info.body]]) {
  if (modes.length && !modes.includes(name)) continue;
  const n = name === 'post' ? 1000 : 5000;
  await load(url, 300, opt, body); const a = await cpu(); const t = performance.now(); await load(url, n, opt, body); const b = await cpu();
  console.log(name, ((b.user + b.system - a.user - a.system) / n).toFixed(0), 'µs cpu per request', ((performance.now() - t) / n * 1000).toFixed(0), 'µs wall');
}
child.kill(); agent.destroy();
