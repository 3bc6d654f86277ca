import { createCdr, isJsonObject, type JsonObject } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { readDemoTemplate, VITAL_SIGNS } from '../../packages/http/src/demo/templates.ts';
import { stores } from '../support/stores.ts';
import { composition, openWorld, outcome, SYSTEM } from '../support/world.ts';

const [OLD, NEW] = ['openEHR-EHR-OBSERVATION.pulse.v2', 'openEHR-EHR-OBSERVATION.pulse.v9'] as const;

/** The vital signs with another archetype for the pulse. */
function renewed(): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(composition()).replaceAll(OLD, NEW));
  if (!isJsonObject(value)) throw new TypeError('a composition is an object');
  return value;
}

describe.each(stores)('two nodes on one store ($name)', ({ open }) => {
  it('validate against the template that is there, whichever of them replaced it', async () => {
    await using world = await openWorld(open);
    const { cdr, store, ehrId } = world;
    const other = await createCdr({ store, systemId: SYSTEM });
    const commit = (data: JsonObject): Promise<string> => outcome(cdr.compositions.create(ehrId, data));
    // From here on this node has the compiled template at hand.
    expect(await commit(renewed())).toBe('validation_failed');

    await other.templates.delete(VITAL_SIGNS);
    expect(await commit(composition())).toBe('unknown_template');

    const opt = new TextDecoder().decode(await readDemoTemplate(VITAL_SIGNS));
    await other.templates.upload(opt);
    expect(await commit(renewed())).toBe('validation_failed');
    await other.templates.delete(VITAL_SIGNS);
    await other.templates.upload(opt.replaceAll(OLD, NEW));
    expect(await commit(composition())).toBe('validation_failed');
    expect(await commit(renewed())).toBe('accepted');
  });
});
