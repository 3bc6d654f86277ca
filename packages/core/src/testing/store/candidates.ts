import { describe, expect, test } from 'vitest';
import type { QueryAccess, QueryDocument, QueryEhr } from '../../ports/query.ts';
import type { Store, VersionedKind } from '../../ports/store.ts';
import { deletion, first, newTemplate, next, planOn, systemId, uuid } from '../plans.ts';
import { committed, createEhr, textOf, type StoreUnderTest } from '../support.ts';

const ALL_KINDS: ReadonlySet<VersionedKind> = new Set<VersionedKind>(['COMPOSITION', 'EHR_STATUS', 'FOLDER']);

async function read(store: Store, access: Partial<QueryAccess>): Promise<readonly QueryEhr[]> {
  return Array.fromAsync(store.queries.candidates({ kinds: ALL_KINDS, allVersions: false, ...access }));
}

const label = ({ objectId, number, latest, document }: QueryDocument): string =>
  `${objectId} ${number}${latest ? ' latest' : ''}${document ? '' : ' deleted'}`;

const labels = (ehrs: readonly QueryEhr[]): readonly string[] => ehrs.flatMap(({ documents }) => documents.map(label));

export function candidateTests(store: StoreUnderTest): void {
  describe('candidates of a query', () => {
    test('are all queryable EHRs, in order of creation, then of ids, with or without documents', async () => {
      const far = Date.now() + 1e9;
      const ids = [uuid(), uuid(), uuid()].sort();
      const [a = '', b = '', c = ''] = ids;
      await createEhr(store(), { ehrId: c, notBefore: far });
      await createEhr(store(), { ehrId: a, notBefore: far + 1 });
      await createEhr(store(), { ehrId: b, notBefore: far });
      const hidden = await createEhr(store(), { notBefore: far, flags: { queryable: false, modifiable: true } });
      const found = await read(store(), { kinds: new Set() });
      const order = found.map(({ ehr }) => ehr.ehrId);
      expect(order.filter((ehrId) => ids.includes(ehrId))).toEqual([b, c, a]);
      expect(order).not.toContain(hidden);
      expect(found.every(({ documents }) => documents.length === 0)).toBe(true);
      const [one] = await read(store(), { ehrId: b });
      expect(one?.ehr).toEqual(await store().records.ehr(b));
    });

    test('of one EHR are there whether it is queryable or not; none of one that does not exist', async () => {
      const hidden = await createEhr(store(), { flags: { queryable: false, modifiable: true } });
      expect((await read(store(), { ehrId: hidden })).map(({ ehr }) => ehr.ehrId)).toEqual([hidden]);
      expect(await read(store(), { ehrId: uuid() })).toEqual([]);
    });

    test('know which system made the version before', async () => {
      const ehrId = await createEhr(store());
      const one = { ...first(), systemId: 'elsewhere' };
      const second = next(one, { systemId });
      await committed(store(), planOn(ehrId, { versions: [one] }));
      await committed(store(), planOn(ehrId, { versions: [second] }));
      await committed(store(), planOn(ehrId, { versions: [next(second)] }));
      for (const allVersions of [true, false]) {
        const [found] = await read(store(), { ehrId, kinds: new Set(['COMPOSITION']), allVersions });
        const before = found?.documents.map(({ precedingSystemId }) => precedingSystemId);
        expect(before).toEqual([null, 'elsewhere', systemId].slice(allVersions ? 0 : 2));
      }
    });

    test('are latest versions without deletions, by commit time, then by position', async () => {
      const ehrId = await createEhr(store());
      const [one, two, gone] = [first(), first(), first()];
      const folder = first({ kind: 'FOLDER' });
      await committed(store(), planOn(ehrId, { versions: [two, one, gone] }));
      await committed(store(), planOn(ehrId, { versions: [folder, next(two), deletion(gone)] }));
      const compositions = new Set<VersionedKind>(['COMPOSITION']);
      expect(labels(await read(store(), { ehrId, kinds: compositions }))).toEqual([
        `${one.objectId} 1 latest`,
        `${two.objectId} 2 latest`,
      ]);
      expect(labels(await read(store(), { ehrId, kinds: compositions, allVersions: true }))).toEqual([
        `${two.objectId} 1`,
        `${one.objectId} 1 latest`,
        `${gone.objectId} 1`,
        `${two.objectId} 2 latest`,
        `${gone.objectId} 2 latest deleted`,
      ]);
      expect(labels(await read(store(), { ehrId, kinds: new Set<VersionedKind>(['FOLDER']) }))).toEqual([
        `${folder.objectId} 1 latest`,
      ]);
      expect(labels(await read(store(), { ehrId }))).toHaveLength(4);
      expect(labels(await read(store(), { ehrId, kinds: new Set() }))).toEqual([]);
    });

    test('carry the record of their version, attestations included', async () => {
      const ehrId = await createEhr(store());
      const template = newTemplate();
      await store().definitions.putTemplate(template, '<template/>');
      const one = first({ templateId: template.templateId, signature: 'signed' });
      const created = await committed(store(), planOn(ehrId, { versions: [one] }));
      const two = next(one, { lifecycleState: '553', audit: '{"_type":"ATTESTATION"}' });
      await committed(store(), planOn(ehrId, { versions: [two] }));
      const attestation = { objectId: one.objectId, number: 2, attestation: '{"reason":"seen"}' };
      await committed(store(), planOn(ehrId, { attestations: [attestation] }));
      const [found] = await read(store(), { ehrId, kinds: new Set<VersionedKind>(['COMPOSITION']) });
      const [document] = found?.documents ?? [];
      const stored = await store().records.version(ehrId, one.objectId, { kind: 'latest' });
      expect(document).toMatchObject({ latest: true, objectCreated: created, systemId, signature: 'signed' });
      expect({ ...document, document: textOf(document?.document), latest: 0, objectCreated: 0 }).toEqual({
        ...stored,
        document: textOf(stored?.document),
        tagged: undefined,
        latest: 0,
        objectCreated: 0,
        precedingSystemId: systemId,
      });
      expect(document?.attestations).toHaveLength(1);
    });

    test('may be left at any time, and the store goes on', async () => {
      const ehrId = await createEhr(store());
      for await (const { documents } of store().queries.candidates({ kinds: ALL_KINDS, allVersions: false })) {
        expect(documents.length).toBeGreaterThanOrEqual(0);
        break;
      }
      await committed(store(), planOn(ehrId, { versions: [first()] }));
      expect(labels(await read(store(), { ehrId }))).toHaveLength(2);
    });

    test('of many EHRs are all there', async () => {
      const subjects = await Promise.all(Array.from({ length: 250 }, () => createEhr(store())));
      const found = new Set((await read(store(), {})).map(({ ehr }) => ehr.ehrId));
      expect(subjects.filter((ehrId) => !found.has(ehrId))).toEqual([]);
    });
  });
}
