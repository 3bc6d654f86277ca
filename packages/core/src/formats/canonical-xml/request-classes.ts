/**
 * The classes of a new CONTRIBUTION (ITS-REST NewContribution with UPDATE_VERSION, UPDATE_AUDIT, UPDATE_ATTESTATION and
 * TERMINOLOGY_CODE), in one with the RM classes that the installed base sends in their place. No schema covers them in XML;
 * attributes are elements as everywhere else.
 *
 * The notation is that of the RM table with alternatives: `A|B`. `xsi:type` chooses among them; without it the first one does
 * that knows all child elements. `String` is for elements without children: ids, rubrics and descriptions as plain text.
 * `Simplified` is for a composition in FLAT or STRUCTURED form: its JSON text as the text of the element.
 */
type Attributes = Readonly<Record<string, string>>;

const CODE = 'TERMINOLOGY_CODE|DV_CODED_TEXT|CODE_PHRASE|String';
const AUDIT = 'UPDATE_AUDIT|AUDIT_DETAILS|UPDATE_ATTESTATION|ATTESTATION';

const audit: Attributes = {
  system_id: 'String?',
  committer: 'PARTY_PROXY|String?',
  time_committed: 'DV_DATE_TIME|String?',
  change_type: `${CODE}?`,
  description: 'DV_TEXT|String?',
};

const attestation: Attributes = {
  ...audit,
  attested_view: 'DV_MULTIMEDIA?',
  proof: 'String?',
  items: 'DV_EHR_URI*',
  reason: 'DV_TEXT|String?',
  is_pending: 'Boolean?',
};

const version: Attributes = {
  contribution: 'OBJECT_REF?',
  commit_audit: `${AUDIT}?`,
  signature: 'String?',
  uid: 'OBJECT_VERSION_ID|String?',
  data: 'LOCATABLE|Simplified?',
  preceding_version_uid: 'OBJECT_VERSION_ID|String?',
  other_input_version_uids: 'OBJECT_VERSION_ID|String*',
  attestations: 'UPDATE_ATTESTATION|ATTESTATION*',
  lifecycle_state: `${CODE}?`,
  template_id: 'String?',
};

export const requestClasses: Readonly<Record<string, Attributes>> = {
  CONTRIBUTION: {
    uid: 'HIER_OBJECT_ID|String?',
    versions: 'OBJECT_REF|UPDATE_VERSION|ORIGINAL_VERSION+',
    audit: `${AUDIT}?`,
  },
  UPDATE_VERSION: version,
  ORIGINAL_VERSION: version,
  UPDATE_AUDIT: audit,
  AUDIT_DETAILS: audit,
  UPDATE_ATTESTATION: attestation,
  ATTESTATION: attestation,
  TERMINOLOGY_CODE: {
    terminology_id: 'TERMINOLOGY_ID|String',
    code_string: 'String',
    terminology_version: 'String?',
    uri: 'String?',
  },
};
