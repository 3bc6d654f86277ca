// A CDR inside a program: no server, no file, nothing to set up.
import { readFile } from 'node:fs/promises';
import { createCdr, readCanonicalJson } from '@cairn/core';
import { openSqliteStore } from '@cairn/store-sqlite';

const template = new URL('../packages/http/demo/templates/cairn-vital-signs.v1.opt', import.meta.url);
const composition = readCanonicalJson(await readFile(new URL('body-temperature.json', import.meta.url)));

await using store = await openSqliteStore({ path: ':memory:' });
const cdr = await createCdr({ store, systemId: 'my.app' });

const { templateId } = await cdr.templates.upload(await readFile(template));
const { ehrId } = await cdr.ehrs.create();
const { uid } = await cdr.compositions.create(ehrId, composition, { committer: 'Dr. Example' });
const read = await cdr.compositions.get(ehrId, uid);

console.log(`${templateId}: version ${uid} is ${read.kind === 'content' ? 'there' : 'gone'}`);
