import { describe, expect, it } from 'vitest';
import { decide, type Change, type ChangeSet, type Decision, type Target } from '../../src/change-control/decide.ts';
import { CHANGE_SET, RESOURCE_DELETE, RESOURCE_UPDATE } from '../../src/change-control/targets.ts';
import type { CommitContext, LifecycleState, VersionedKind } from '../../src/ports/store.ts';

const EHR = '00000000-0000-4000-8000-000000000001';
const STATUS = '00000000-0000-4000-8000-000000000002';
const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const situation = { systemId: 'sys', now: 1000 };
const audit = { changeType: '251', committer: { _type: 'PARTY_IDENTIFIED', name: 'N' } } as const;

interface World {
  modifiable?: boolean;
  objects?: readonly (readonly [string, number, LifecycleState?, VersionedKind?])[];
  folders?: readonly string[];
  ehr?: false;
}

function context({ modifiable = true, objects = [], folders = [], ehr }: World = {}): CommitContext {
  const all = [[STATUS, 1, '532', 'EHR_STATUS'] as const, ...objects];
  return {
    ehr:
      ehr === false
        ? undefined
        : {
            ehrId: EHR,
            systemId: 'sys',
            timeCreated: 1,
            statusObjectId: STATUS,
            queryable: true,
            modifiable,
            subject: undefined,
          },
    objects: new Map(
      all.map(([objectId, number, lifecycleState = '532', kind = 'COMPOSITION']) => [
        objectId,
        {
          objectId,
          kind,
          timeCreated: 1,
          latest: { number, systemId: 'sys', lifecycleState, templateId: kind === 'COMPOSITION' ? 't' : undefined },
        },
      ]),
    ),
    liveFolders: folders,
  };
}

const template = { templateId: 't', timeCreated: 5 };
const content = { rmType: 'COMPOSITION', data: { name: 'x' }, template, lifecycleState: '532', audit } as const;
const target = (objectId: string, number: number, policy = RESOURCE_UPDATE): Target => ({
  objectId,
  preceding: [{ objectId, systemId: 'sys', number }],
  policy,
});
const status = (modifiable: boolean): Change => ({
  kind: 'update',
  rmType: 'EHR_STATUS',
  target: { objectId: STATUS, preceding: [], policy: CHANGE_SET },
  data: { is_queryable: true, is_modifiable: modifiable, subject: { _type: 'PARTY_SELF' } },
  template: undefined,
  lifecycleState: '532',
  audit,
});
const remove = (objectId: string, number: number, policy = RESOURCE_DELETE): Change => ({
  kind: 'delete',
  rmType: 'COMPOSITION',
  target: target(objectId, number, policy),
  audit,
});

function run(world: World, ...changes: Change[]): Decision {
  const set: ChangeSet = { ehrId: EHR, contributionId: 'c', audit, changes };
  const decision = decide(context(world), set, situation);
  if (decision === 'overtaken') throw new Error('overtaken');
  return decision;
}

const refusal = (world: World, ...changes: Change[]): string => {
  try {
    run(world, ...changes);
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'accepted';
};

describe('decide', () => {
  it('numbers a new object from 1 and expects it to be absent', () => {
    const { plan, versions } = run({}, { kind: 'create', objectId: A, ...content });
    expect(versions[0]?.uid).toEqual({ objectId: A, systemId: 'sys', number: 1 });
    expect(plan.expectations).toEqual([
      { kind: 'ehr-present' },
      { kind: 'ehr-modifiable' },
      { kind: 'object-absent', objectId: A },
      { kind: 'template-present', ...template },
    ]);
    expect(plan.versions[0]?.document).toBe(
      `{"_type":"COMPOSITION","name":"x","uid":{"_type":"OBJECT_VERSION_ID","value":"${A}::sys::1"}}`,
    );
  });

  it('expects the latest version that an update rests on', () => {
    const { plan } = run({ objects: [[A, 3]] }, { kind: 'update', target: target(A, 3), ...content });
    expect(plan.versions[0]?.number).toBe(4);
    expect(plan.expectations).toContainEqual({ kind: 'latest-version', objectId: A, number: 3 });
  });

  it('stores a deletion without a document, with the template of the object', () => {
    const { plan } = run({ objects: [[A, 1]] }, remove(A, 1));
    expect(plan.versions[0]).toMatchObject({ lifecycleState: '523', templateId: 't' });
    expect(plan.versions[0]).not.toHaveProperty('document');
  });

  it.each<[string, World, Change, string]>([
    ['an unknown EHR', { ehr: false }, { kind: 'create', objectId: A, ...content }, 'ehr_not_found'],
    [
      'content in a deactivated EHR',
      { modifiable: false },
      { kind: 'create', objectId: A, ...content },
      'ehr_not_modifiable',
    ],
    ['a deactivated EHR before an unknown object', { modifiable: false }, remove(B, 1), 'ehr_not_modifiable'],
    ['an unknown object', {}, { kind: 'update', target: target(B, 1), ...content }, 'object_not_found'],
    ['an object of another kind', {}, { kind: 'update', target: target(STATUS, 1), ...content }, 'object_not_found'],
    [
      'an update of an old version',
      { objects: [[A, 2]] },
      { kind: 'update', target: target(A, 1), ...content },
      'precondition_failed',
    ],
    ['a deletion of an old version', { objects: [[A, 2]] }, remove(A, 1), 'not_latest_version'],
    ['a deletion of a version that never was', { objects: [[A, 2]] }, remove(A, 3), 'object_not_found'],
    ['a second deletion by the live version', { objects: [[A, 2, '523']] }, remove(A, 1), 'already_deleted'],
    ['a second deletion by the deletion', { objects: [[A, 2, '523']] }, remove(A, 2), 'already_deleted'],
    [
      'abandoned to complete',
      { objects: [[A, 1, '801']] },
      { kind: 'update', target: target(A, 1), ...content },
      'illegal_lifecycle_transition',
    ],
    [
      'a change of template',
      { objects: [[A, 1]] },
      { kind: 'update', target: target(A, 1), ...content, template: { templateId: 'u', timeCreated: 1 } },
      'template_changed',
    ],
    ['a taken object id', { objects: [[A, 1]] }, { kind: 'create', objectId: A, ...content }, 'uid_conflict'],
  ])('refuses %s', (_name, world, change, code) => {
    expect(refusal(world, change)).toBe(code);
  });

  it('names the current version uid when the precondition fails', () => {
    expect(() => run({ objects: [[A, 2]] }, { kind: 'update', target: target(A, 1), ...content })).toThrow(
      expect.objectContaining({ fields: { currentVersionUid: `${A}::sys::2` } }),
    );
  });

  it('lets a deleted composition be reverted by an update of its deletion', () => {
    expect(refusal({ objects: [[A, 2, '523']] }, { kind: 'update', target: target(A, 2), ...content })).toBe(
      'accepted',
    );
  });

  describe('of a change set', () => {
    it('takes flips of is_modifiable in order', () => {
      const create: Change = { kind: 'create', objectId: A, ...content };
      expect(refusal({}, status(false), create)).toBe('ehr_not_modifiable');
      expect(refusal({}, create, status(false))).toBe('accepted');
      expect(refusal({ modifiable: false }, status(true), create)).toBe('accepted');
      expect(refusal({ modifiable: false }, create, status(true))).toBe('ehr_not_modifiable');
    });

    it('does not expect a modifiable EHR where the set itself makes it so', () => {
      const { plan } = run({ modifiable: false }, status(true), { kind: 'create', objectId: A, ...content });
      expect(plan.expectations.map(({ kind }) => kind)).not.toContain('ehr-modifiable');
      expect(plan.ehrStatus).toEqual({ queryable: true, modifiable: true, subject: undefined });
    });

    it('lets a later member build on an earlier one', () => {
      const { plan } = run({}, { kind: 'create', objectId: A, ...content }, remove(A, 1, CHANGE_SET));
      expect(plan.versions.map(({ number, lifecycleState }) => [number, lifecycleState])).toEqual([
        [1, '532'],
        [2, '523'],
      ]);
      expect(plan.expectations.filter(({ kind }) => kind === 'latest-version')).toEqual([]);
    });

    it('names no current version that only the set itself would make', () => {
      const update: Change = { kind: 'update', target: target(A, 2, CHANGE_SET), ...content };
      expect(() => run({ objects: [[A, 2]] }, update, update)).toThrow(
        expect.objectContaining({ code: 'not_latest_version', fields: {} }),
      );
    });

    it('tells a deactivated EHR before an object that is not there, whatever is to be done with it', () => {
      const unknown = target(B, 1, CHANGE_SET);
      const changes: Change[] = [
        { kind: 'delete', target: unknown, audit },
        { kind: 'attest', target: unknown, audit },
      ];
      for (const change of changes) {
        expect(refusal({ modifiable: false }, change)).toBe('ehr_not_modifiable');
        expect(refusal({}, change)).toBe('invalid_body');
      }
    });

    it('attests an EHR_STATUS of a deactivated EHR', () => {
      expect(refusal({ modifiable: false }, { kind: 'attest', target: target(STATUS, 1, CHANGE_SET), audit })).toBe(
        'accepted',
      );
    });

    it('answers an unknown preceding version with invalid_body and a stale one with not_latest_version', () => {
      expect(refusal({}, { kind: 'update', target: target(B, 1, CHANGE_SET), ...content })).toBe('invalid_body');
      expect(refusal({ objects: [[A, 2]] }, { kind: 'update', target: target(A, 1, CHANGE_SET), ...content })).toBe(
        'not_latest_version',
      );
      expect(refusal({ objects: [[A, 2]] }, { kind: 'update', target: target(A, 5, CHANGE_SET), ...content })).toBe(
        'invalid_body',
      );
    });

    it('adds an attestation to the latest version without making one', () => {
      const { plan, versions } = run(
        { objects: [[A, 2]] },
        { kind: 'attest', target: target(A, 2, CHANGE_SET), audit },
      );
      expect(plan.versions).toEqual([]);
      expect(plan.attestations).toMatchObject([{ objectId: A, number: 2 }]);
      expect(versions[0]?.uid.number).toBe(2);
    });
  });

  describe('of the directory', () => {
    const folder = { ...content, rmType: 'FOLDER', template: undefined } as const;

    it('expects that there is none when one is made', () => {
      const { plan } = run({}, { kind: 'create', objectId: A, asDirectory: true, ...folder });
      expect(plan.expectations).toContainEqual({ kind: 'primary-folder', objectId: undefined });
      expect(refusal({ folders: [B] }, { kind: 'create', objectId: A, asDirectory: true, ...folder })).toBe(
        'directory_exists',
      );
      expect(refusal({ folders: [B] }, { kind: 'create', objectId: A, ...folder })).toBe('accepted');
    });

    it('is overtaken when another hierarchy is primary by now', () => {
      const set: ChangeSet = {
        ehrId: EHR,
        contributionId: 'c',
        audit,
        changes: [{ kind: 'update', ...folder, target: { ...target(A, 1), asDirectory: true } }],
      };
      expect(decide(context({ objects: [[A, 1, '532', 'FOLDER']], folders: [B, A] }), set, situation)).toBe(
        'overtaken',
      );
    });
  });
});
