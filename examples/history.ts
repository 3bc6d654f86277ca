// Every write is a new version: what was known at a time can always be read again.
import { readFile } from 'node:fs/promises';
import { createCdr, parseVersionUid, readCanonicalJson } from '@cairn/core';
import { openSqliteStore } from '@cairn/store-sqlite';

const template = new URL('../packages/http/demo/templates/cairn-vital-signs.v1.opt', import.meta.url);
const composition = readCanonicalJson(await readFile(new URL('body-temperature.json', import.meta.url)));

await using store = await openSqliteStore({ path: ':memory:' });
const cdr = await createCdr({ store });
await cdr.templates.upload(await readFile(template));
const { ehrId } = await cdr.ehrs.create();

const first = await cdr.compositions.create(ehrId, composition, { lifecycleState: 'incomplete' });
const objectId = parseVersionUid(first.uid)?.objectId ?? first.uid;
const second = await cdr.compositions.update(ehrId, objectId, composition, { precedingVersionUid: first.uid });
const third = await cdr.compositions.delete(ehrId, second.uid);

for (const { timeCommitted } of [first, second, third]) {
  const then = await cdr.compositions.get(ehrId, objectId, timeCommitted);
  console.log(`version ${parseVersionUid(then.uid)?.number}: ${then.kind}`);
}
