import { describe } from 'vitest';
import type { JsonObject } from '../../../src/json/value.ts';
import { coded, dateTime, element, findings, locatable, openehr, phrase, text, tree } from './support.ts';

describe('identifiers', () => {
  const id = (type: string, value: string): JsonObject => ({ _type: type, value });
  findings('OBJECT_VERSION_ID', [
    ['of a trunk', id('OBJECT_VERSION_ID', '87284370-2d4b-4e3d-a3f3-f303d2f4f34b::uk.nhs.ehr1::2')],
    ['of a branch', id('OBJECT_VERSION_ID', '87284370-2d4b-4e3d-a3f3-f303d2f4f34b::localhost:8080::2.1.4')],
    ['without version', id('OBJECT_VERSION_ID', '87284370-2d4b-4e3d-a3f3-f303d2f4f34b')],
    ['of version 0', id('OBJECT_VERSION_ID', 'a::b::0'), 'object_version_id_invalid /value'],
    ['of half a branch', id('OBJECT_VERSION_ID', 'a::b::1.1'), 'object_version_id_invalid /value'],
    ['without system', id('OBJECT_VERSION_ID', 'a::::1'), 'object_version_id_invalid /value'],
    ['of two parts', id('OBJECT_VERSION_ID', 'a::b'), 'object_version_id_invalid /value'],
    ['of four parts', id('OBJECT_VERSION_ID', 'a::b::c::1'), 'object_version_id_invalid /value'],
    ['with a space', id('OBJECT_VERSION_ID', 'a b::c::1'), 'object_version_id_invalid /value'],
    ['of endless parts', id('OBJECT_VERSION_ID', `a${'::a'.repeat(100_000)}`), 'object_version_id_invalid /value'],
    ['of endless colons', id('OBJECT_VERSION_ID', `a${':a'.repeat(100_000)}::`), 'object_version_id_invalid /value'],
    ['empty', id('OBJECT_VERSION_ID', ''), 'empty_text /value'],
  ]);
  findings('HIER_OBJECT_ID', [
    ['of a UUID', id('HIER_OBJECT_ID', '87284370-2d4b-4e3d-a3f3-f303d2f4f34b')],
    ['with extension', id('HIER_OBJECT_ID', '1.2.840.113::x::1')],
    ['without root', id('HIER_OBJECT_ID', '::x'), 'hier_object_id_invalid /value'],
    ['with a space', id('HIER_OBJECT_ID', 'a b'), 'hier_object_id_invalid /value'],
  ]);
  findings('ARCHETYPE_ID', [
    ['plain', id('ARCHETYPE_ID', 'openEHR-EHR-OBSERVATION.blood_pressure.v2')],
    ['specialised', id('ARCHETYPE_ID', 'openEHR-EHR-CLUSTER.environmental_conditions-CatSalut.v0')],
    ['with a trailing underscore', id('ARCHETYPE_ID', 'openEHR-EHR-COMPOSITION.conformance_composition_.v0')],
    ['with a full version', id('ARCHETYPE_ID', 'org.openehr::openEHR-EHR-OBSERVATION.x.v1.0.3-alpha.1')],
    ['of a draft', id('ARCHETYPE_ID', 'openEHR-EHR-OBSERVATION.lab_test-hba1c.v1draft')],
    ['without version', id('ARCHETYPE_ID', 'openEHR-EHR-OBSERVATION.blood_pressure'), 'archetype_id_invalid /value'],
    ['without class', id('ARCHETYPE_ID', 'openEHR-EHR.blood_pressure.v1'), 'archetype_id_invalid /value'],
    ['with a space', id('ARCHETYPE_ID', 'openEHR-EHR-OBSERVATION.blood pressure.v1'), 'archetype_id_invalid /value'],
    [
      'of endless versions',
      id('ARCHETYPE_ID', `openEHR-EHR-X.a${'.v1'.repeat(100_000)} `),
      'archetype_id_invalid /value',
    ],
    ['of an at-code', id('ARCHETYPE_ID', 'at0001'), 'archetype_id_invalid /value'],
  ]);
  const reference = (attributes: JsonObject): JsonObject => ({
    id: { _type: 'GENERIC_ID', value: '1', scheme: 'x' },
    namespace: 'demographic',
    type: 'PERSON',
    ...attributes,
  });
  findings('PARTY_REF', [
    ['of a person', reference({})],
    ['of anything', reference({ type: 'ANY' })],
    ['of no party', reference({ type: 'COMPOSITION' }), 'party_type_unknown /type'],
    ['without scheme', reference({ id: { _type: 'GENERIC_ID', value: '1', scheme: '' } }), 'empty_text /id/scheme'],
  ]);
  findings('OBJECT_REF', [
    ['in local', reference({ namespace: 'local', type: 'VERSIONED_COMPOSITION' })],
    ['in EHR::COMMON', reference({ namespace: 'EHR::COMMON' })],
    ['at an address', reference({ namespace: 'https://sbx.example.org:8090/a?b=c&d' })],
    ['in an OID', reference({ namespace: '2.16.840' }), 'namespace_invalid /namespace'],
    ['in words', reference({ namespace: 'my hospital' }), 'namespace_invalid /namespace'],
    ['in nothing', reference({ namespace: '' }), 'namespace_invalid /namespace'],
    ['of no type', reference({ type: '' }), 'empty_text /type'],
  ]);
  findings('ACCESS_GROUP_REF', [['of a person', reference({}), 'access_group_type_unknown /type']]);
});

describe('parties, participations, audits', () => {
  findings('PARTY_IDENTIFIED', [
    ['by name', { name: 'A' }],
    ['by identifier', { identifiers: [{ id: '1' }] }],
    ['by reference', { external_ref: { id: { _type: 'HIER_OBJECT_ID', value: '1' }, namespace: 'a', type: 'PERSON' } }],
    ['by nothing', {}, 'party_unidentified /'],
    ['by no identifiers', { identifiers: [] }, 'party_unidentified /'],
    ['by an empty name', { name: '' }, 'empty_text /name'],
  ]);
  findings('PARTY_RELATED', [
    ['mother', { name: 'A', relationship: openehr('10') }],
    ['of a local relationship', { name: 'A', relationship: coded('local', 'at0001') }],
    [
      'of no relationship',
      { name: 'A', relationship: openehr('433') },
      'code_not_in_group /relationship/defining_code',
    ],
  ]);
  const participation = (attributes: JsonObject): JsonObject => ({
    function: text('nurse'),
    performer: { _type: 'PARTY_SELF' },
    ...attributes,
  });
  findings('PARTICIPATION', [
    ['face to face', participation({ mode: openehr('216') })],
    ['in no mode', participation({ mode: openehr('999') }), 'code_not_in_group /mode/defining_code'],
    ['with the openEHR function', participation({ function: openehr('253') })],
    ['with a local function', participation({ function: coded('local', 'at0001') })],
    [
      'with no openEHR function',
      participation({ function: openehr('999') }),
      'code_not_in_group /function/defining_code',
    ],
    ['since a date-time', participation({ time: { _type: 'DV_INTERVAL', lower: dateTime('2026-01-05T09:12:00Z') } })],
    [
      'since a count',
      participation({ time: { _type: 'DV_INTERVAL', lower: { _type: 'DV_COUNT', magnitude: 1 } } }),
      'interval_of_other_class /time',
    ],
  ]);
  const validSince = (lower: JsonObject): JsonObject =>
    locatable('CAPABILITY', 'at0001', { credentials: tree(), time_validity: { _type: 'DV_INTERVAL', lower } });
  findings('CAPABILITY', [
    ['valid since a date', validSince({ _type: 'DV_DATE', value: '2026-01-05' })],
    ['valid since a date-time', validSince(dateTime('2026-01-05T09:12:00Z'))],
    [
      'valid since a time of day',
      validSince({ _type: 'DV_TIME', value: '09:12' }),
      'interval_of_other_class /time_validity',
    ],
  ]);
  const audit = (attributes: JsonObject): JsonObject => ({
    system_id: 'x',
    committer: { _type: 'PARTY_SELF' },
    time_committed: dateTime('2026-01-05T09:12:00.000Z'),
    change_type: openehr('249'),
    ...attributes,
  });
  findings('AUDIT_DETAILS', [
    ['of a creation', audit({})],
    ['of no change', audit({ change_type: openehr('433') }), 'code_not_in_group /change_type/defining_code'],
    [
      'of a local change',
      audit({ change_type: coded('local', '249') }),
      'code_not_in_group /change_type/defining_code',
    ],
    ['of no system', audit({ system_id: '' }), 'empty_text /system_id'],
    ['attested with words', audit({ _type: 'ATTESTATION', reason: text('x'), is_pending: false })],
    ['attested as signed', audit({ _type: 'ATTESTATION', reason: openehr('240'), is_pending: false })],
    [
      'attested with another code',
      audit({ _type: 'ATTESTATION', reason: openehr('249'), is_pending: false }),
      'code_not_in_group /reason/defining_code',
    ],
  ]);
  const version = (state: JsonObject): JsonObject => ({
    uid: { value: 'a::b::1' },
    contribution: { id: { _type: 'HIER_OBJECT_ID', value: 'c' }, namespace: 'local', type: 'CONTRIBUTION' },
    commit_audit: audit({}),
    lifecycle_state: state,
  });
  findings('ORIGINAL_VERSION', [
    ['abandoned', version(openehr('801'))],
    ['in no state', version(openehr('249')), 'code_not_in_group /lifecycle_state/defining_code'],
    ['in a local state', version(coded('local', '532')), 'code_not_in_group /lifecycle_state/defining_code'],
  ]);
});

describe('LOCATABLE and ARCHETYPED', () => {
  const details = (archetypeId: string): JsonObject => ({ archetype_id: { value: archetypeId }, rm_version: '1.0.4' });
  const cluster = (nodeId: string, attributes: JsonObject = {}): JsonObject =>
    locatable('CLUSTER', nodeId, { items: [element({ value: text('x') })], ...attributes });
  findings('CLUSTER', [
    ['at a node', cluster('at0001')],
    ['at no node', cluster(''), 'empty_text /archetype_node_id'],
    ['at a root', cluster('openEHR-EHR-CLUSTER.x.v1', { archetype_details: details('openEHR-EHR-CLUSTER.x.v1') })],
    ['at a root without details', cluster('openEHR-EHR-CLUSTER.x.v1')],
    [
      'at a root of another archetype',
      cluster('openEHR-EHR-CLUSTER.x.v1', { archetype_details: details('openEHR-EHR-CLUSTER.y.v1') }),
      'archetype_id_mismatch /archetype_details/archetype_id',
    ],
    [
      'of no release',
      cluster('openEHR-EHR-CLUSTER.x.v1', {
        archetype_details: { ...details('openEHR-EHR-CLUSTER.x.v1'), rm_version: '' },
      }),
      'empty_text /archetype_details/rm_version',
    ],
    [
      'fed by no system',
      cluster('at0001', { feeder_audit: { originating_system_audit: { system_id: '' } } }),
      'empty_text /feeder_audit/originating_system_audit/system_id',
    ],
  ]);
});

describe('data structures', () => {
  findings('ELEMENT', [
    ['with a value', element({ value: text('x') })],
    ['with a null flavour', element({ null_flavour: openehr('271') })],
    ['with a null flavour and reason', element({ null_flavour: openehr('273'), null_reason: text('x') })],
    ['with a local null flavour', element({ null_flavour: coded('local', 'at0009') })],
    ['with neither', element({}), 'value_or_null_flavour /'],
    ['with both', element({ value: text('x'), null_flavour: openehr('271') }), 'value_or_null_flavour /'],
    [
      'with no null flavour',
      element({ null_flavour: openehr('433') }),
      'code_not_in_group /null_flavour/defining_code',
    ],
    [
      'with a value and a null reason',
      element({ value: text('x'), null_reason: text('y') }),
      'null_reason_without_null /null_reason',
    ],
  ]);
  const event = (attributes: JsonObject = {}): JsonObject =>
    locatable('POINT_EVENT', 'at0002', { time: dateTime('2021'), data: tree(), ...attributes });
  const history = (attributes: JsonObject): JsonObject =>
    locatable('HISTORY', 'at0001', { origin: dateTime('2021'), ...attributes });
  findings('HISTORY', [
    ['with an event', history({ events: [event()] })],
    ['with a summary', history({ summary: tree() })],
    ['with neither', history({}), 'history_empty /'],
    ['with no events', history({ events: [] }), 'history_empty /'],
  ]);
  const interval = (code: JsonObject): JsonObject =>
    event({ _type: 'INTERVAL_EVENT', width: { value: 'PT24H' }, math_function: code });
  findings('EVENT', [
    ['of a mean', interval(openehr('146'))],
    ['of no function', interval(openehr('433')), 'code_not_in_group /math_function/defining_code'],
  ]);
  const row = (...names: readonly string[]): JsonObject =>
    locatable('CLUSTER', 'at0002', {
      items: names.map((name) => element({ name: text(name), value: text('x') })),
    });
  const table = (...rows: readonly JsonObject[]): JsonObject => locatable('ITEM_TABLE', 'at0001', { rows });
  findings('ITEM_TABLE', [
    ['without rows', locatable('ITEM_TABLE', 'at0001')],
    ['of like rows', table(row('a', 'b'), row('a', 'b'))],
    ['of rows of different length', table(row('a', 'b'), row('a')), 'table_rows_differ /rows'],
    ['of rows of different names', table(row('a', 'b'), row('b', 'a')), 'table_rows_differ /rows'],
    [
      'with a cluster in a row',
      table(locatable('CLUSTER', 'at0002', { items: [row('a')] })),
      'table_cell_no_element /rows',
    ],
  ]);
});

describe('COMPOSITION and entries', () => {
  const archetypeId = 'openEHR-EHR-COMPOSITION.encounter.v1';
  const composition = (attributes: JsonObject): JsonObject =>
    locatable('COMPOSITION', archetypeId, {
      archetype_details: { archetype_id: { value: archetypeId }, template_id: { value: 't' }, rm_version: '1.0.4' },
      language: phrase('ISO_639-1', 'en'),
      territory: phrase('ISO_3166-1', 'UY'),
      category: openehr('433'),
      composer: { _type: 'PARTY_SELF' },
      ...attributes,
    });
  const { archetype_details: _, ...rootless } = composition({});
  findings('COMPOSITION', [
    ['event without context', composition({})],
    ['report', composition({ category: openehr('815') })],
    ['of no category', composition({ category: openehr('999') }), 'code_not_in_group /category/defining_code'],
    [
      'of a local category',
      composition({ category: coded('local', '433') }),
      'code_not_in_group /category/defining_code',
    ],
    ['of a category in openEHR spelled otherwise', composition({ category: coded('openEHR(3.1.0)', '431') })],
    ['in a variant of its language', composition({ language: phrase('ISO_639-1::1988', 'en-GB') })],
    ['in a language of openehr', composition({ language: phrase('openehr', 'en') })],
    ['in no language', composition({ language: phrase('ISO_639-1', 'zz') }), 'code_not_in_code_set /language'],
    ['in no country', composition({ territory: phrase('ISO_3166-1', 'ZZ') }), 'code_not_in_code_set /territory'],
    ['without archetype_details', rootless, 'archetype_details_missing /archetype_details'],
    [
      'without template',
      composition({ archetype_details: { archetype_id: { value: archetypeId }, rm_version: '1.0.4' } }),
      'template_id_missing /archetype_details/template_id',
    ],
    [
      'of another archetype',
      composition({
        archetype_details: {
          archetype_id: { value: 'openEHR-EHR-COMPOSITION.report.v1' },
          template_id: { value: 't' },
          rm_version: '1.0.4',
        },
      }),
      'archetype_id_mismatch /archetype_details/archetype_id',
    ],
  ]);
  const context = (attributes: JsonObject): JsonObject => ({
    start_time: dateTime('2021-10-24T10:00:00Z'),
    setting: openehr('238'),
    ...attributes,
  });
  findings('EVENT_CONTEXT', [
    ['in other care', context({})],
    ['in a local setting', context({ setting: coded('local', 'at0001') })],
    ['in no setting', context({ setting: openehr('433') }), 'code_not_in_group /setting/defining_code'],
    ['at no location', context({ location: '' }), 'empty_text /location'],
  ]);
  const evaluation = (attributes: JsonObject): JsonObject =>
    locatable('EVALUATION', 'openEHR-EHR-EVALUATION.x.v1', {
      language: phrase('ISO_639-1', 'en'),
      encoding: phrase('IANA_character-sets', 'UTF-8'),
      subject: { _type: 'PARTY_SELF' },
      data: tree(),
      ...attributes,
    });
  findings('ENTRY', [
    ['without archetype_details', evaluation({})],
    ['in no language', evaluation({ language: phrase('ISO_639-1', 'zz') }), 'code_not_in_code_set /language'],
    ['in no encoding', evaluation({ encoding: phrase('IANA_character-sets', 'x') }), 'code_not_in_code_set /encoding'],
    ['in an encoding of Unicode', evaluation({ encoding: phrase('Unicode', 'x') })],
  ]);
  findings('ACTIVITY', [
    [
      'for no action',
      locatable('ACTIVITY', 'at0001', { description: tree(), action_archetype_id: '' }),
      'empty_text /action_archetype_id',
    ],
  ]);
  findings('INSTRUCTION_DETAILS', [
    [
      'of no activity',
      {
        instruction_id: { id: { _type: 'HIER_OBJECT_ID', value: 'a' }, namespace: 'local', type: 'x' },
        activity_id: '',
      },
      'empty_text /activity_id',
    ],
  ]);
  findings('ISM_TRANSITION', [
    ['with a state', { current_state: openehr('526') }],
    ['finished', { current_state: openehr('532'), transition: openehr('548') }],
    ['in no state', { current_state: openehr('433') }, 'code_not_in_group /current_state/defining_code'],
    ['in a local state', { current_state: coded('local', '532') }, 'code_not_in_group /current_state/defining_code'],
    [
      'after no transition',
      { current_state: openehr('532'), transition: openehr('532') },
      'code_not_in_group /transition/defining_code',
    ],
    ['after a local transition', { current_state: openehr('532'), transition: coded('local', '166') }],
    [
      'active after its cancellation',
      { current_state: openehr('245'), transition: openehr('166') },
      'state_contradicts_transition /current_state/defining_code',
    ],
  ]);
});

describe('EHR_STATUS and FOLDER', () => {
  const status = (subject: JsonObject): JsonObject =>
    locatable('EHR_STATUS', 'openEHR-EHR-EHR_STATUS.generic.v1', { subject, is_queryable: true, is_modifiable: true });
  const reference = { id: { _type: 'GENERIC_ID', value: '1', scheme: 'x' }, namespace: 'patients', type: 'PERSON' };
  findings('EHR_STATUS', [
    ['of a nameless subject', status({ _type: 'PARTY_SELF' })],
    ['of a referenced subject', status({ external_ref: reference })],
    ['of an empty subject', status({}), 'subject_empty /subject'],
    [
      'of a subject in no namespace',
      status({ external_ref: { ...reference, namespace: '' } }),
      'namespace_invalid /subject/external_ref/namespace',
    ],
  ]);
  const folder = (name: string, ...folders: readonly JsonObject[]): JsonObject =>
    locatable('FOLDER', 'openEHR-EHR-FOLDER.generic.v1', { name: text(name), folders });
  findings('FOLDER', [
    ['with different folders', folder('root', folder('a'), folder('b', folder('a')))],
    [
      'with two folders of one name',
      folder('root', folder('a'), folder('b'), folder('a'), folder('a')),
      'folder_names_not_unique /folders[2]/name',
      'folder_names_not_unique /folders[3]/name',
    ],
    [
      'with them deeper',
      folder('root', folder('x', folder('a'), folder('a'))),
      'folder_names_not_unique /folders[0]/folders[1]/name',
    ],
  ]);
});
