import { createCdr, isJsonObject, type JsonObject, type Store } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { stores } from '../support/stores.ts';
import { composition, folder, objectOf, openWorld, outcome, status, SYSTEM } from '../support/world.ts';

const nameOf = ({ name }: JsonObject): unknown => isJsonObject(name) && name['value'];
const creation = (data: JsonObject): JsonObject => ({ commit_audit: { change_type: '249' }, data });

describe.each(stores)('the record ($name)', ({ open }) => {
  it('promotes the next live hierarchy, and reads what was primary at the time asked for', async () => {
    let now = Date.UTC(2026, 0, 5, 9);
    await using world = await openWorld(open, { clock: { now: () => now } });
    const { cdr, ehrId } = world;
    const at = (hour: number): number => Date.UTC(2026, 0, 5, hour);
    const primaryAt = async (time: number) => {
      const read = await cdr.directories.get(ehrId, { at: time });
      return read.kind === 'content' ? nameOf(read.data) : read.kind;
    };

    now = at(10);
    const first = await cdr.directories.create(ehrId, folder('first'));
    now = at(11);
    await cdr.contributions.create(ehrId, { versions: [creation(folder('second'))], audit: {} });
    now = at(12);
    await cdr.directories.delete(ehrId, { precedingVersionUid: first.uid });
    now = at(13);
    const second = await cdr.directories.get(ehrId);
    await cdr.directories.delete(ehrId, { precedingVersionUid: second.uid });
    now = at(14);

    expect(await outcome(cdr.directories.get(ehrId, { at: at(9) }))).toBe('object_not_found');
    expect(await primaryAt(at(10))).toBe('first');
    expect(await primaryAt(at(11))).toBe('first');
    expect(await primaryAt(at(12))).toBe('second');
    expect(await primaryAt(at(13))).toBe('deleted');
    expect(await outcome(cdr.directories.delete(ehrId, { precedingVersionUid: first.uid }))).toBe('already_deleted');
    expect(await cdr.ehrs.get(ehrId)).not.toHaveProperty('directory');
  });

  it('keeps commit times increasing when the clock stands still or goes back', async () => {
    let now = 1_800_000_000_000;
    await using world = await openWorld(open, { clock: { now: () => (now -= 1000) } });
    const { cdr, ehrId } = world;
    const one = await cdr.compositions.create(ehrId, composition(60));
    const two = await cdr.compositions.update(ehrId, objectOf(one.uid), composition(61), {
      precedingVersionUid: one.uid,
    });
    expect(two.timeCommitted > one.timeCommitted).toBe(true);
    const early = await cdr.compositions.get(ehrId, objectOf(one.uid), one.timeCommitted);
    expect(early.uid).toBe(one.uid);
  });

  it('applies a change set as a whole, in order, or not at all', async () => {
    await using world = await openWorld(open);
    const { cdr, ehrId } = world;
    const { rows: before } = await cdr.contributions.list(ehrId);
    const broken = { ...composition(), language: 1 };
    const refused = cdr.contributions.create(ehrId, {
      versions: [creation(composition()), creation(broken)],
      audit: {},
    });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_body',
      fields: { issues: [{ path: '/versions[1]/data/language' }] },
    });
    const deactivated = cdr.contributions.create(ehrId, {
      versions: [
        { commit_audit: { change_type: '251' }, data: status({ modifiable: false }) },
        creation(composition()),
      ],
      audit: {},
    });
    expect(await outcome(deactivated)).toBe('ehr_not_modifiable');
    expect((await cdr.contributions.list(ehrId)).rows).toEqual(before);
  });

  it('attests a version without making one, and lists the attestation with it', async () => {
    await using world = await openWorld(open);
    const { cdr, ehrId } = world;
    const { uid } = await cdr.compositions.create(ehrId, composition());
    const attestation = { change_type: '666', reason: 'signed', is_pending: false, committer: 'Dr Witness' };
    await cdr.contributions.create(ehrId, {
      versions: [{ commit_audit: attestation, preceding_version_uid: uid }],
      audit: {},
    });
    const version = await cdr.compositions.versioned.version(ehrId, objectOf(uid), uid);
    expect(version.data).toMatchObject({ attestations: [{ _type: 'ATTESTATION', reason: { value: 'signed' } }] });
    const history = await cdr.compositions.versioned.revisionHistory(ehrId, objectOf(uid));
    expect(history).toMatchObject({ items: [{ audits: [{ _type: 'AUDIT_DETAILS' }, { _type: 'ATTESTATION' }] }] });
  });

  it('names the version before by the system that made it', async () => {
    await using world = await openWorld(open);
    const { cdr, ehrId } = world;
    const one = await cdr.compositions.create(ehrId, composition());
    const renamed = await createCdr({ store: world.store, systemId: 'renamed.system' });
    const two = await renamed.compositions.update(ehrId, objectOf(one.uid), composition(), {
      precedingVersionUid: one.uid,
    });
    expect(two.uid).toBe(`${objectOf(one.uid)}::renamed.system::2`);
    const { data } = await cdr.compositions.versioned.version(ehrId, objectOf(one.uid), two.uid);
    expect(data).toMatchObject({ preceding_version_uid: { value: `${objectOf(one.uid)}::${SYSTEM}::1` } });
  });

  it('asks nothing before it writes what is new, and tells what is in its way', async () => {
    await using world = await openWorld(open);
    const { store, ehrId } = world;
    let asked = 0;
    const counting: Store = {
      ...store,
      commits: {
        commit: (plan) => store.commits.commit(plan),
        loadForCommit: (...about) => (asked++, store.commits.loadForCommit(...about)),
      },
    };
    const cdr = await createCdr({ store: counting, systemId: SYSTEM });
    const subject = status({ subject: 'c' });
    const own = await cdr.ehrs.create({ status: subject });
    const { uid } = await cdr.compositions.create(ehrId, composition());
    await cdr.directories.create(ehrId, folder('first'));
    expect(asked).toBe(0);

    const invalid = { ...composition(), category: undefined };
    expect(await outcome(cdr.compositions.create(crypto.randomUUID(), composition()))).toBe('ehr_not_found');
    expect(await outcome(cdr.compositions.create(crypto.randomUUID(), invalid))).toBe('invalid_body');
    expect(await outcome(cdr.ehrs.create({ ehrId }))).toBe('ehr_exists');
    expect(await outcome(cdr.ehrs.create({ status: subject }))).toBe('subject_exists');
    expect(await outcome(cdr.directories.create(ehrId, folder('second')))).toBe('directory_exists');
    const taken = { ...composition(), uid: { _type: 'HIER_OBJECT_ID', value: objectOf(uid) } };
    expect(await outcome(cdr.compositions.create(ehrId, taken))).toBe('uid_conflict');
    await cdr.statuses.update(own.ehrId, { ...subject, is_modifiable: false }, { precedingVersionUid: own.status.uid });
    expect(await outcome(cdr.compositions.create(own.ehrId, composition()))).toBe('ehr_not_modifiable');
  });

  it('frees a subject when the EHR_STATUS names another', async () => {
    await using world = await openWorld(open);
    const { cdr, ehrId } = world;
    const current = await cdr.statuses.get(ehrId);
    const named = await cdr.statuses.update(ehrId, status({ subject: 'a' }), { precedingVersionUid: current.uid });
    expect(await outcome(cdr.ehrs.create({ status: status({ subject: 'a' }) }))).toBe('subject_exists');
    await cdr.statuses.update(ehrId, status({ subject: 'b' }), { precedingVersionUid: named.uid });
    expect(await outcome(cdr.ehrs.create({ status: status({ subject: 'a' }) }))).toBe('accepted');
    expect(await cdr.ehrs.getBySubject('b', 'patients')).toMatchObject({ ehr_id: { value: ehrId } });
  });
});
