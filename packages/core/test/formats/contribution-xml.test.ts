import { describe, expect, it } from 'vitest';
import { readCanonicalXml, writeCanonicalXml } from '../../src/formats/index.ts';
import type { JsonValue } from '../../src/json/index.ts';
import { refusalOf, V1, XSI } from './xml.ts';

const contribution = (content: string) => `<contribution xmlns="${V1}" xmlns:xsi="${XSI}">${content}</contribution>`;
const read = (content: string) => readCanonicalXml(contribution(content), 'CONTRIBUTION');

/** The one version of a contribution. */
function versionOf(content: string): JsonValue | undefined {
  const { versions } = read(`<versions>${content}</versions>`);
  return Array.isArray(versions) ? versions[0] : undefined;
}

describe('a new CONTRIBUTION in XML (ITS-REST NewContribution; rest.md §7)', () => {
  it('is what the same envelope is in JSON', () => {
    const xml = `
      <uid><value>0826851c-c4c2-4d61-92b9-410fb8275ff0</value></uid>
      <versions xsi:type="ORIGINAL_VERSION">
        <preceding_version_uid><value>u::s::2</value></preceding_version_uid>
        <commit_audit xsi:type="UPDATE_AUDIT">
          <change_type><terminology_id>openehr</terminology_id><code_string>251</code_string></change_type>
          <description><value>first vitals</value></description>
          <committer xsi:type="PARTY_IDENTIFIED"><name>Dr A</name></committer>
        </commit_audit>
        <lifecycle_state><terminology_id>openehr</terminology_id><code_string>532</code_string></lifecycle_state>
        <data xsi:type="COMPOSITION" archetype_node_id="openEHR-EHR-COMPOSITION.encounter.v1"><name><value>Vitals</value></name></data>
      </versions>
      <audit xsi:type="AUDIT_DETAILS">
        <change_type><value>modification</value><defining_code><terminology_id><value>openehr</value></terminology_id><code_string>251</code_string></defining_code></change_type>
        <committer xsi:type="PARTY_SELF"/>
      </audit>`;
    expect(read(xml)).toEqual({
      _type: 'CONTRIBUTION',
      uid: { value: '0826851c-c4c2-4d61-92b9-410fb8275ff0' },
      versions: [
        {
          _type: 'ORIGINAL_VERSION',
          preceding_version_uid: { value: 'u::s::2' },
          commit_audit: {
            _type: 'UPDATE_AUDIT',
            change_type: { terminology_id: 'openehr', code_string: '251' },
            description: { value: 'first vitals' },
            committer: { _type: 'PARTY_IDENTIFIED', name: 'Dr A' },
          },
          lifecycle_state: { terminology_id: 'openehr', code_string: '532' },
          data: {
            _type: 'COMPOSITION',
            archetype_node_id: 'openEHR-EHR-COMPOSITION.encounter.v1',
            name: { _type: 'DV_TEXT', value: 'Vitals' },
          },
        },
      ],
      audit: {
        _type: 'AUDIT_DETAILS',
        change_type: {
          value: 'modification',
          defining_code: {
            _type: 'CODE_PHRASE',
            terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
            code_string: '251',
          },
        },
        committer: { _type: 'PARTY_SELF' },
      },
    });
  });

  it.each<[string, string, JsonValue]>([
    [
      'a TERMINOLOGY_CODE',
      '<terminology_id>openehr</terminology_id><code_string>532</code_string>',
      { terminology_id: 'openehr', code_string: '532' },
    ],
    [
      'a CODE_PHRASE',
      '<terminology_id><value>openehr</value></terminology_id><code_string>532</code_string>',
      { terminology_id: { value: 'openehr' }, code_string: '532' },
    ],
    [
      'a DV_CODED_TEXT',
      '<value>complete</value><defining_code><code_string>532</code_string></defining_code>',
      { value: 'complete', defining_code: { _type: 'CODE_PHRASE', code_string: '532' } },
    ],
    ['a rubric', 'complete', 'complete'],
    ['a code', '532', '532'],
  ])('codes come as %s', (_, xml, expected) => {
    expect(versionOf(`<lifecycle_state>${xml}</lifecycle_state>`)).toEqual({ lifecycle_state: expected });
  });

  it('ids and descriptions come as text, too', () => {
    const xml =
      '<preceding_version_uid>u::s::1</preceding_version_uid><commit_audit><description>why</description></commit_audit>';
    expect(versionOf(xml)).toEqual({ preceding_version_uid: 'u::s::1', commit_audit: { description: 'why' } });
  });

  it('an attestation is known by its type or by its attributes', () => {
    const attestation = { change_type: '666', reason: { _type: 'DV_TEXT', value: 'signed' }, is_pending: false };
    const xml =
      '<change_type>666</change_type><reason xsi:type="DV_TEXT"><value>signed</value></reason><is_pending>false</is_pending>';
    expect(
      versionOf(`<commit_audit xsi:type="UPDATE_ATTESTATION">${xml}</commit_audit><attestations>${xml}</attestations>`),
    ).toEqual({
      commit_audit: { _type: 'UPDATE_ATTESTATION', ...attestation },
      attestations: [attestation],
    });
    expect(versionOf(`<commit_audit>${xml}</commit_audit>`)).toEqual({ commit_audit: attestation });
  });

  it('a composition in FLAT or STRUCTURED form is its JSON as text', () => {
    const xml =
      '<template_id>vital_signs</template_id><data><![CDATA[{"ctx/language": "en", "vital_signs/pulse|magnitude": 61.0}]]></data>';
    expect(JSON.stringify(versionOf(xml))).toBe(
      '{"template_id":"vital_signs","data":{"ctx/language":"en","vital_signs/pulse|magnitude":61.0}}',
    );
    expect(refusalOf(() => versionOf('<data>[]</data>'))).toEqual(['object_expected /versions[0]/data']);
    expect(refusalOf(() => versionOf('<data>COMPOSITION</data>'))).toEqual(['malformed_json']);
  });

  it.each([
    ['an unknown attribute of a version', '<change>1</change>', 'unknown_attribute /versions[0]/change'],
    [
      'an unknown attribute of an audit',
      '<commit_audit><when>1</when></commit_audit>',
      'unknown_attribute /versions[0]/commit_audit/when',
    ],
    [
      'an audit of another class',
      '<commit_audit xsi:type="PARTY_SELF"/>',
      'type_mismatch /versions[0]/commit_audit/_type',
    ],
    ['data of no class', '<data archetype_node_id="a"><name/></data>', 'type_missing /versions[0]/data/_type'],
    [
      'a committer of no class',
      '<commit_audit><committer><name>N</name></committer></commit_audit>',
      'type_missing /versions[0]/commit_audit/committer/_type',
    ],
  ])('%s is refused', (_, xml, refusal) => {
    expect(refusalOf(() => versionOf(xml))).toEqual([refusal]);
  });
});

it('a stored CONTRIBUTION is read back from its own XML', () => {
  const stored = {
    _type: 'CONTRIBUTION',
    uid: { _type: 'HIER_OBJECT_ID', value: 'c' },
    versions: [
      {
        _type: 'OBJECT_REF',
        id: { _type: 'OBJECT_VERSION_ID', value: 'u::s::1' },
        namespace: 'local',
        type: 'COMPOSITION',
      },
    ],
    audit: {
      _type: 'AUDIT_DETAILS',
      system_id: 's',
      committer: { _type: 'PARTY_SELF' },
      time_committed: { value: '2026-01-05T09:10:11.123Z' },
    },
  };
  expect(readCanonicalXml(writeCanonicalXml(stored, 'CONTRIBUTION'), 'CONTRIBUTION')).toEqual({
    ...stored,
    uid: { value: 'c' },
    versions: [{ id: { _type: 'OBJECT_VERSION_ID', value: 'u::s::1' }, namespace: 'local', type: 'COMPOSITION' }],
    audit: {
      system_id: 's',
      committer: { _type: 'PARTY_SELF' },
      time_committed: { value: '2026-01-05T09:10:11.123Z' },
    },
  });
});
