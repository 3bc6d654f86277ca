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

/** Two of them on one store, and what becomes of a commit by the first. */
async function openNodes(open: (typeof stores)[number]['open']) {
  const world = await openWorld(open);
  const { cdr, store, ehrId } = world;
  const other = await createCdr({ store, systemId: SYSTEM });
  const commit = (data: JsonObject): Promise<string> => outcome(cdr.compositions.create(ehrId, data));
  return { cdr, other, commit, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe.each(stores)('two nodes on one store ($name)', ({ open }) => {
  it('validate against the template that is there, whichever of them replaced it', async () => {
    await using nodes = await openNodes(open);
    const { other, commit } = nodes;
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

  it('validate by a template that was replaced a moment ago, however many do so at once', async () => {
    await using nodes = await openNodes(open);
    const { other, commit } = nodes;
    expect(await commit(renewed())).toBe('validation_failed');
    await other.templates.delete(VITAL_SIGNS);
    await other.templates.upload(new TextDecoder().decode(await readDemoTemplate(VITAL_SIGNS)).replaceAll(OLD, NEW));
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => commit(renewed())));
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => 'accepted'));
  });

  it('answer who asks for what another one removes', async () => {
    await using nodes = await openNodes(open);
    const { cdr, other } = nodes;
    await cdr.query.stored.put('org.x::q', 'SELECT e FROM EHR e', '1.0.0');
    for (let round = 0; round < 20; round += 1) {
      const { ehrId } = await cdr.ehrs.create();
      await cdr.query.stored.put('org.x::q', 'SELECT c FROM COMPOSITION c', '2.0.0');
      const asked = [
        ...Array.from({ length: 5 }, () => outcome(cdr.ehrs.get(ehrId))),
        ...Array.from({ length: 5 }, () => outcome(cdr.query.stored.get('org.x::q'))),
      ];
      await Promise.all([other.admin.deleteEhr(ehrId), other.query.stored.delete('org.x::q', '2.0.0')]);
      const [ehrs, queries] = [(await Promise.all(asked)).slice(0, 5), (await Promise.all(asked)).slice(5)];
      expect(ehrs.filter((one) => one !== 'accepted' && one !== 'ehr_not_found')).toEqual([]);
      expect(new Set(queries)).toEqual(new Set(['accepted']));
    }
  });
});
