import { createCdr, type Cdr, type Clock, type JsonObject, type JsonValue } from '@cairn/core';
import { openSqliteStore } from '@cairn/store-sqlite';
import { createApp } from '../../src/app.ts';
import type { Config } from '../../src/config/index.ts';
import { readDemoTemplate, VITAL_SIGNS } from '../../src/demo/templates.ts';
import { vitalSigns } from '../../src/demo/vital-signs.ts';
import type { Logging } from '../../src/logging/index.ts';

export const BASE = '/rest/openehr/v1';

/** What a request says; `auth: null` sends no credentials. */
export interface Ask {
  readonly body?: JsonValue | Uint8Array;
  /** Sent as it is. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: 'user' | 'admin' | null;
}

/** What came back, its JSON parsed where it is that. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: JsonObject;
  /** The same where it is an array. */
  readonly list: readonly JsonObject[];
  /** Version uid or id in the ETag, without quotes. */
  readonly etag: string;
}

export interface RecordUnderTest extends AsyncDisposable {
  readonly cdr: Cdr;
  ask(method: string, path: string, ask?: Ask): Promise<Got>;
  /** Makes an EHR and gives its id. */
  ehr(status?: JsonObject): Promise<string>;
  /** Commits vital signs and gives the version uid. */
  composition(ehrId: string): Promise<string>;
}

const credentials = (name: string): string => `Basic ${Buffer.from(`${name}:${name}`).toString('base64')}`;

/** The whole service over a store in memory, asked without a socket. The vital signs template of the demo is in it. */
export async function openRecord(
  config: Partial<Config> = {},
  options: { readonly clock?: Clock; readonly logging?: Logging } = {},
): Promise<RecordUnderTest> {
  const store = await openSqliteStore({ path: ':memory:' });
  const timezone = config['system.timezone'];
  const cdr = await createCdr({
    store,
    ...(options.clock && { clock: options.clock }),
    ...(timezone !== undefined && { timezone }),
  });
  await cdr.templates.upload(await readDemoTemplate(VITAL_SIGNS));
  const app = createApp(cdr, {
    config: {
      'auth.users': [
        { username: 'user', password: 'user', roles: ['user'] },
        { username: 'admin', password: 'admin', roles: ['admin'] },
      ],
      ...config,
    },
    ...(options.logging && { logging: options.logging }),
  });

  const ask: RecordUnderTest['ask'] = async (method, path, { body, text, headers = {}, auth = 'user' } = {}) => {
    const sent = new Headers(headers);
    if (auth !== null) sent.set('authorization', credentials(auth));
    const payload = text ?? (body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body));
    if (payload !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json');
    const url = path.startsWith('/') ? path : `${BASE}/${path}`;
    const response = await app.request(url, {
      method,
      headers: sent,
      ...(payload !== undefined && { body: payload as string }),
    });
    const got = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json') && got !== '';
    const json: unknown = isJson ? JSON.parse(got) : {};
    return {
      status: response.status,
      headers: response.headers,
      text: got,
      json: json as JsonObject,
      list: Array.isArray(json) ? json : [],
      etag: response.headers.get('etag')?.replace(/^"|"$/g, '') ?? '',
    };
  };
  return {
    cdr,
    ask,
    async ehr(status) {
      return (await cdr.ehrs.create(status === undefined ? {} : { status })).ehrId;
    },
    async composition(ehrId) {
      return (await cdr.compositions.create(ehrId, vitals())).uid;
    },
    [Symbol.asyncDispose]: () => store.close(),
  };
}

/** A valid composition; `changes` replace attributes of its root. */
export function vitals(changes: JsonObject = {}): JsonObject {
  const { uid: _, ...signs } = vitalSigns({
    objectId: '',
    time: '2026-01-05T09:10:11Z',
    composer: 'Dr. A',
    position: 'sitting',
    systolic: 120,
    diastolic: 80,
    pulse: 70,
    temperature: 37.1,
    oxygenSaturation: 97,
  });
  return { ...signs, ...changes };
}

export const status = (changes: JsonObject = {}): JsonObject => ({
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  name: { _type: 'DV_TEXT', value: 'EHR Status' },
  subject: { _type: 'PARTY_SELF' },
  is_queryable: true,
  is_modifiable: true,
  ...changes,
});

export const subject = (id: string, namespace = 'patients'): JsonObject => ({
  _type: 'PARTY_SELF',
  external_ref: {
    _type: 'PARTY_REF',
    id: { _type: 'GENERIC_ID', value: id, scheme: 'mrn' },
    namespace,
    type: 'PERSON',
  },
});

export const folder = (name: string, folders: readonly JsonObject[] = []): JsonObject => ({
  _type: 'FOLDER',
  archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1',
  name: { _type: 'DV_TEXT', value: name },
  ...(folders.length > 0 && { folders }),
});

const change = (code: string): JsonObject => ({
  _type: 'UPDATE_AUDIT',
  change_type: { terminology_id: 'openehr', code_string: code },
  committer: { _type: 'PARTY_IDENTIFIED', name: 'Dr. A' },
});

/** One version of a contribution. */
export const versionOf = (code: string, data?: JsonObject, preceding?: string, more: JsonObject = {}): JsonObject => ({
  _type: 'ORIGINAL_VERSION',
  commit_audit: change(code),
  lifecycle_state: { terminology_id: 'openehr', code_string: code === '523' ? '523' : '532' },
  ...(data !== undefined && { data }),
  ...(preceding !== undefined && { preceding_version_uid: { _type: 'OBJECT_VERSION_ID', value: preceding } }),
  ...more,
});

export const contributionOf = (...versions: readonly JsonObject[]): JsonObject => ({
  _type: 'CONTRIBUTION',
  versions,
  audit: change('249'),
});
