import { describe, expect, test } from 'vitest';
import type { Subject } from '../../ports/store.ts';
import { first, newSubject, next, planOn, uuid } from '../plans.ts';
import { committed, createEhr, refused, type StoreUnderTest } from '../support.ts';

export function subjectTests(store: StoreUnderTest): void {
  describe('subjects', () => {
    const withStatus = async (subject: Subject | undefined) => {
      const status = first({ kind: 'EHR_STATUS' });
      const ehrId = await createEhr(store(), { versions: [status], ...(subject && { subject }) });
      return { ehrId, status };
    };
    const change = (to: Subject | undefined, status: ReturnType<typeof first>) => ({
      ehrStatus: { queryable: true, modifiable: true, subject: to },
      versions: [next(status)],
    });

    test('find their EHR: exact and case-sensitive', async () => {
      const subject = { namespace: `Praxis Größe ${uuid()}`, id: 'Ab 1/é' };
      const { ehrId } = await withStatus(subject);
      const { records } = store();
      expect(await records.ehrBySubject(subject)).toEqual(await records.ehr(ehrId));
      for (const other of [
        { ...subject, id: 'ab 1/é' },
        { ...subject, id: 'Ab 1/e\u0301' },
        { ...subject, id: 'Ab 1/é ' },
        { ...subject, id: '' },
        { ...subject, namespace: subject.namespace.toUpperCase() },
        { namespace: subject.id, id: subject.namespace },
      ]) {
        expect(await records.ehrBySubject(other)).toBeUndefined();
      }
    });

    test('are one thing per namespace', async () => {
      const subject = newSubject();
      const { ehrId } = await withStatus(subject);
      const other = await withStatus({ ...subject, namespace: `${subject.namespace}2` });
      expect((await store().records.ehrBySubject(subject))?.ehrId).toBe(ehrId);
      expect(other.ehrId).not.toBe(ehrId);
    });

    test('that an EHR_STATUS replaces are free for another EHR', async () => {
      const [old, fresh] = [newSubject(), newSubject()];
      const { ehrId, status } = await withStatus(old);
      await committed(store(), planOn(ehrId, change(fresh, status)));
      expect(await store().records.ehrBySubject(old)).toBeUndefined();
      expect(await store().records.ehrBySubject(fresh)).toMatchObject({ ehrId, subject: fresh });
      const second = await withStatus(old);
      expect((await store().records.ehrBySubject(old))?.ehrId).toBe(second.ehrId);
    });

    test('that an EHR_STATUS leaves out are free, and may come back', async () => {
      const subject = newSubject();
      const { ehrId, status } = await withStatus(subject);
      await committed(store(), planOn(ehrId, change(undefined, status)));
      expect((await store().records.ehr(ehrId))?.subject).toBeUndefined();
      expect(await store().records.ehrBySubject(subject)).toBeUndefined();
      await committed(store(), planOn(ehrId, change(subject, next(status))));
      expect((await store().records.ehrBySubject(subject))?.ehrId).toBe(ehrId);
    });

    test('may stay the same in a new EHR_STATUS', async () => {
      const subject = newSubject();
      const { ehrId, status } = await withStatus(subject);
      const expectations = [{ kind: 'subject-free', subject }] as const;
      await committed(store(), planOn(ehrId, { ...change(subject, status), expectations }));
      expect((await store().records.ehrBySubject(subject))?.ehrId).toBe(ehrId);
    });

    test('are not touched by commits without an EHR_STATUS', async () => {
      const subject = newSubject();
      const { ehrId } = await withStatus(subject);
      await committed(store(), planOn(ehrId, { versions: [first()] }));
      expect((await store().records.ehr(ehrId))?.subject).toEqual(subject);
    });

    test('stay with their EHR when another one is refused them', async () => {
      const subject = newSubject();
      const { ehrId } = await withStatus(subject);
      const other = await withStatus(undefined);
      const plan = { ...change(subject, other.status), expectations: [{ kind: 'subject-free', subject }] as const };
      await refused(store(), planOn(other.ehrId, plan), { kind: 'subject-free', subject });
      expect((await store().records.ehrBySubject(subject))?.ehrId).toBe(ehrId);
    });
  });
}
