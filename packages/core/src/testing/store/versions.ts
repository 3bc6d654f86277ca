import { beforeAll, describe, expect, test } from 'vitest';
import type { VersionSelector } from '../../ports/store.ts';
import { deletion, first, newContribution, newTemplate, next, planOn, systemId, uuid } from '../plans.ts';
import { committed, createEhr, textOf, type StoreUnderTest } from '../support.ts';

export function versionTests(store: StoreUnderTest): void {
  describe('versions', () => {
    const template = newTemplate();
    const one = first({ templateId: template.templateId, lifecycleState: '553', signature: 'signed' });
    const two = next(one, { changeType: '250', audit: '{"_type":"ATTESTATION"}', systemId: 'second.system' });
    const three = deletion(two);
    const four = next(three, { changeType: '816' });
    const contributions = [one, two, three, four].map((_, index) => newContribution({ audit: `{"n":${index}}` }));
    let ehrId = '';

    beforeAll(async () => {
      await store().definitions.putTemplate(template, '<template/>');
      ehrId = await createEhr(store(), { notBefore: 500 });
      for (const [index, version] of [one, two, three, four].entries()) {
        const contribution = contributions[index] ?? newContribution();
        await committed(store(), planOn(ehrId, { notBefore: (index + 1) * 1000, contribution, versions: [version] }));
      }
    });

    test.each<{ readonly selector: VersionSelector; readonly number: number | undefined }>([
      { selector: { kind: 'latest' }, number: 4 },
      ...[1, 2, 3, 4].map((number) => ({ selector: { kind: 'number', number }, number }) as const),
      { selector: { kind: 'number', number: 0 }, number: undefined },
      { selector: { kind: 'number', number: 5 }, number: undefined },
      { selector: { kind: 'at', time: 0 }, number: undefined },
      { selector: { kind: 'at', time: 999 }, number: undefined },
      { selector: { kind: 'at', time: 1000 }, number: 1 },
      { selector: { kind: 'at', time: 1999 }, number: 1 },
      { selector: { kind: 'at', time: 2000 }, number: 2 },
      { selector: { kind: 'at', time: 3500 }, number: 3 },
      { selector: { kind: 'at', time: 4000 }, number: 4 },
      { selector: { kind: 'at', time: Number.MAX_SAFE_INTEGER }, number: 4 },
    ])('selected by $selector', async ({ selector, number }) => {
      const version = await store().records.version(ehrId, one.objectId, selector);
      expect(version?.number).toBe(number);
    });

    test('come back with everything that was committed', async () => {
      const version = await store().records.version(ehrId, one.objectId, { kind: 'number', number: 2 });
      expect({ ...version, document: textOf(version?.document) }).toEqual({
        objectId: one.objectId,
        number: 2,
        kind: 'COMPOSITION',
        systemId: 'second.system',
        lifecycleState: '532',
        changeType: '250',
        templateId: template.templateId,
        contributionId: contributions[1]?.contributionId,
        timeCommitted: 2000,
        audit: '{"_type":"ATTESTATION"}',
        signature: 'signed',
        attestations: [],
        tagged: false,
        document: two.document,
      });
    });

    test('have the audit of their contribution when they bring none', async () => {
      const version = await store().records.version(ehrId, one.objectId, { kind: 'number', number: 1 });
      expect(version?.audit).toBe('{"n":0}');
    });

    test('of a deletion have no document', async () => {
      const version = await store().records.version(ehrId, one.objectId, { kind: 'number', number: 3 });
      expect(version).toMatchObject({ lifecycleState: '523', changeType: '523', templateId: template.templateId });
      expect(version?.document).toBeUndefined();
    });

    test('without template and signature say so', async () => {
      const version = first();
      await committed(store(), planOn(ehrId, { versions: [version] }));
      const stored = await store().records.version(ehrId, version.objectId, { kind: 'latest' });
      expect([stored?.templateId, stored?.signature]).toEqual([undefined, undefined]);
    });

    test('are listed oldest first in the history, without documents', async () => {
      const history = await store().records.history(ehrId, one.objectId);
      const summary = history.map(({ number, timeCommitted, lifecycleState }) => [
        number,
        timeCommitted,
        lifecycleState,
      ]);
      expect(summary).toEqual([
        [1, 1000, '553'],
        [2, 2000, '532'],
        [3, 3000, '523'],
        [4, 4000, '532'],
      ]);
      expect(history.map(({ audit }) => audit)).toEqual(['{"n":0}', two.audit, two.audit, two.audit]);
      expect(history.some((version) => 'document' in version)).toBe(false);
    });

    test('keep their order in a history of more than nine', async () => {
      const versions = [first()];
      for (let count = 1; count < 12; count++) versions.push(next(versions.at(-1) ?? first()));
      await committed(store(), planOn(ehrId, { versions }));
      const { objectId } = versions[0] ?? first();
      const history = await store().records.history(ehrId, objectId);
      expect(history.map(({ number }) => number)).toEqual(versions.map(({ number }) => number));
      const [{ timeCommitted } = { timeCommitted: 0 }] = history;
      const latest = await store().records.version(ehrId, objectId, { kind: 'at', time: timeCommitted });
      expect(latest?.number, 'the newest of one moment').toBe(12);
    });

    test('make up the versioned object, which knows its latest', async () => {
      const expected = {
        objectId: one.objectId,
        kind: 'COMPOSITION',
        timeCreated: 1000,
        latest: { number: 4, systemId: 'second.system', lifecycleState: '532', templateId: template.templateId },
      };
      expect(await store().records.object(ehrId, one.objectId)).toEqual(expected);
      const context = await store().commits.loadForCommit(ehrId, [uuid(), one.objectId]);
      expect([...context.objects]).toEqual([[one.objectId, expected]]);
      expect(context.ehr).toEqual(await store().records.ehr(ehrId));
    });

    test('are in their own EHR only', async () => {
      const other = await createEhr(store());
      const { records, commits } = store();
      for (const stranger of [other, uuid()]) {
        expect(await records.version(stranger, one.objectId, { kind: 'latest' })).toBeUndefined();
        expect(await records.object(stranger, one.objectId)).toBeUndefined();
        expect(await records.history(stranger, one.objectId)).toEqual([]);
        expect((await commits.loadForCommit(stranger, [one.objectId])).objects.size).toBe(0);
      }
      expect(await records.version(ehrId, uuid(), { kind: 'latest' })).toBeUndefined();
    });
  });

  describe('an EHR', () => {
    test('knows its flags, subject and EHR_STATUS', async () => {
      const [status, subject] = [first({ kind: 'EHR_STATUS' }), { namespace: 'contract', id: uuid() }];
      const flags = { queryable: false, modifiable: true };
      const ehrId = await createEhr(store(), { notBefore: 7000, subject, flags, versions: [status] });
      const expected = { ehrId, systemId, timeCreated: 7000, statusObjectId: status.objectId, ...flags, subject };
      expect(await store().records.ehr(ehrId)).toEqual(expected);
      expect((await store().commits.loadForCommit(ehrId, [])).ehr).toEqual(expected);
    });

    test('that is not there is undefined', async () => {
      expect(await store().records.ehr(uuid())).toBeUndefined();
      const context = await store().commits.loadForCommit(uuid(), [uuid()]);
      expect(context).toEqual({ ehr: undefined, objects: new Map(), liveFolders: [] });
    });

    test('has the flags of its latest EHR_STATUS, and keeps the time of its creation', async () => {
      const status = first({ kind: 'EHR_STATUS' });
      const ehrId = await createEhr(store(), { notBefore: 7000, versions: [status] });
      const ehrStatus = { queryable: false, modifiable: false, subject: undefined };
      await committed(store(), planOn(ehrId, { notBefore: 8000, ehrStatus, versions: [next(status)] }));
      const statusObjectId = status.objectId;
      expect(await store().records.ehr(ehrId)).toEqual({
        ehrId,
        systemId,
        timeCreated: 7000,
        statusObjectId,
        ...ehrStatus,
      });
    });
  });
}
