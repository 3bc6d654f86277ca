import { describe, expect, test } from 'vitest';
import { first, newContribution, next, planOn, systemId } from '../plans.ts';
import { committed, createEhr, type StoreUnderTest } from '../support.ts';

export function attestationTests(store: StoreUnderTest): void {
  describe('attestations', () => {
    test('are added to their version, in order of time and of the change set', async () => {
      const [one, created, later, last] = [first(), newContribution(), newContribution(), newContribution()];
      const two = next(one);
      const { objectId } = one;
      const attest = (number: number, attestation: string) => ({ objectId, number, attestation });
      const ehrId = await createEhr(store(), { notBefore: 0 });
      const at = (notBefore: number, contribution = newContribution()) => ({ notBefore, contribution });
      await committed(
        store(),
        planOn(ehrId, { ...at(1000, created), versions: [one, two], attestations: [attest(2, '{"a":1}')] }),
      );
      await committed(
        store(),
        planOn(ehrId, {
          ...at(2000, later),
          attestations: [attest(2, '{"a":2}'), attest(1, '{"a":3}'), attest(2, '{"a":4}')],
        }),
      );
      await committed(store(), planOn(ehrId, { ...at(3000, last), attestations: [attest(2, '{"a":5}')] }));

      const of = (attestation: string, timeCommitted: number, { contributionId } = later) => ({
        attestation,
        timeCommitted,
        contributionId,
      });
      const ofOne = [of('{"a":3}', 2000)];
      const ofTwo = [of('{"a":1}', 1000, created), of('{"a":2}', 2000), of('{"a":4}', 2000), of('{"a":5}', 3000, last)];
      const { records } = store();
      const history = await records.history(ehrId, objectId);
      expect(history.map(({ attestations }) => attestations)).toEqual([ofOne, ofTwo]);
      expect((await records.version(ehrId, objectId, { kind: 'latest' }))?.attestations).toEqual(ofTwo);
      expect((await records.version(ehrId, objectId, { kind: 'at', time: 1000 }))?.attestations).toEqual(ofTwo);
      expect((await records.version(ehrId, objectId, { kind: 'number', number: 1 }))?.attestations).toEqual(ofOne);

      const refs = async ({ contributionId }: { readonly contributionId: string }) =>
        (await records.contribution(ehrId, contributionId))?.versions;
      const ref = (number: number) => ({ objectId, number, systemId, kind: 'COMPOSITION' });
      expect(await refs(created), 'a version that it made, too, is named once').toEqual([ref(1), ref(2)]);
      expect(await refs(later), 'versions that it only attested').toEqual([ref(2), ref(1)]);
      expect(await refs(last)).toEqual([ref(2)]);
    });

    test('make no version, and take a commit time', async () => {
      const version = first();
      const { objectId } = version;
      const ehrId = await createEhr(store(), { notBefore: 0 });
      await committed(store(), planOn(ehrId, { notBefore: 1000, versions: [version] }));
      const plan = planOn(ehrId, { attestations: [{ objectId, number: 1, attestation: '{}' }] });
      expect(await committed(store(), plan)).toBe(1001);
      expect(await store().records.history(ehrId, objectId)).toHaveLength(1);
    });
  });
}
