import { createCdr, type Cdr, type CdrOptions, type JsonObject, type Store } from '@cairn/core';
import { readDemoTemplate, VITAL_SIGNS } from '../../packages/http/src/demo/templates.ts';
import { vitalSigns } from '../../packages/http/src/demo/vital-signs.ts';

export interface World extends AsyncDisposable {
  readonly cdr: Cdr;
  readonly store: Store;
  /** An EHR to work in. */
  readonly ehrId: string;
}

export const SYSTEM = 'test.system';

/** A CDR with the vital signs template and one EHR. */
export async function openWorld(open: () => Promise<Store>, options: Partial<CdrOptions> = {}): Promise<World> {
  const store = await open();
  const cdr = await createCdr({ store, systemId: SYSTEM, timezone: 'UTC', ...options });
  await cdr.templates.upload(await readDemoTemplate(VITAL_SIGNS));
  const { ehrId } = await cdr.ehrs.create();
  return { cdr, store, ehrId, [Symbol.asyncDispose]: () => store.close() };
}

/** A valid composition without a uid of its own; `pulse` tells one from another. */
export function composition(pulse = 70): JsonObject {
  const { uid: _uid, ...rest } = vitalSigns({
    objectId: '00000000-0000-4000-8000-000000000000',
    time: '2026-01-05T09:00:00Z',
    composer: 'Dr Test',
    systolic: 120,
    diastolic: 80,
    pulse,
    temperature: 36.6,
  });
  return rest;
}

export const folder = (name: string, ...folders: JsonObject[]): JsonObject => ({
  _type: 'FOLDER',
  name: { _type: 'DV_TEXT', value: name },
  archetype_node_id: 'openEHR-EHR-FOLDER.generic.v1',
  ...(folders.length > 0 && { folders }),
});

export const status = (flags: { modifiable?: boolean; queryable?: boolean; subject?: string } = {}): JsonObject => ({
  _type: 'EHR_STATUS',
  is_modifiable: flags.modifiable ?? true,
  is_queryable: flags.queryable ?? true,
  subject: {
    _type: 'PARTY_SELF',
    ...(flags.subject !== undefined && {
      external_ref: {
        _type: 'PARTY_REF',
        namespace: 'patients',
        type: 'PERSON',
        id: { _type: 'GENERIC_ID', value: flags.subject, scheme: 'mrn' },
      },
    }),
  },
});

/** Code of the CdrError that a promise is refused with; `accepted` when it is not. */
export async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

export const objectOf = (versionUid: string): string => versionUid.split('::')[0] ?? '';
