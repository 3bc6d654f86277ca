import type { ClassFact } from './fact.ts';

/** RM `common`. */
export const common = {
  // archetyped
  PATHABLE: { abstract: true },
  LOCATABLE: {
    is: 'PATHABLE',
    abstract: true,
    attributes: {
      archetype_node_id: '@String',
      name: 'DV_TEXT',
      uid: 'UID_BASED_ID?',
      links: 'LINK*',
      archetype_details: 'ARCHETYPED?',
      feeder_audit: 'FEEDER_AUDIT?',
    },
  },
  ARCHETYPED: { attributes: { archetype_id: 'ARCHETYPE_ID', template_id: 'TEMPLATE_ID?', rm_version: 'String' } },
  LINK: { attributes: { meaning: 'DV_TEXT', type: 'DV_TEXT', target: 'DV_EHR_URI' } },
  FEEDER_AUDIT: {
    attributes: {
      originating_system_item_ids: 'DV_IDENTIFIER*',
      feeder_system_item_ids: 'DV_IDENTIFIER*',
      original_content: 'DV_ENCAPSULATED?',
      originating_system_audit: 'FEEDER_AUDIT_DETAILS',
      feeder_system_audit: 'FEEDER_AUDIT_DETAILS?',
    },
  },
  /** `other_details` since 1.1.0. */
  FEEDER_AUDIT_DETAILS: {
    attributes: {
      system_id: 'String',
      location: 'PARTY_IDENTIFIED?',
      provider: 'PARTY_IDENTIFIED?',
      subject: 'PARTY_PROXY?',
      time: 'DV_DATE_TIME?',
      version_id: 'String?',
      other_details: 'ITEM_STRUCTURE?',
    },
  },

  // generic
  PARTY_PROXY: { abstract: true, attributes: { external_ref: 'PARTY_REF?' } },
  PARTY_SELF: { is: 'PARTY_PROXY' },
  PARTY_IDENTIFIED: { is: 'PARTY_PROXY', attributes: { name: 'String?', identifiers: 'DV_IDENTIFIER*' } },
  PARTY_RELATED: { is: 'PARTY_IDENTIFIED', attributes: { relationship: 'DV_CODED_TEXT' } },
  /** `mode` is optional since 1.0.3. */
  PARTICIPATION: {
    attributes: { function: 'DV_TEXT', performer: 'PARTY_PROXY', time: 'DV_INTERVAL?', mode: 'DV_CODED_TEXT?' },
  },
  AUDIT_DETAILS: {
    attributes: {
      system_id: 'String',
      committer: 'PARTY_PROXY',
      time_committed: 'DV_DATE_TIME',
      change_type: 'DV_CODED_TEXT',
      description: 'DV_TEXT?',
    },
  },
  ATTESTATION: {
    is: 'AUDIT_DETAILS',
    attributes: {
      attested_view: 'DV_MULTIMEDIA?',
      proof: 'String?',
      items: 'DV_EHR_URI*',
      reason: 'DV_TEXT',
      is_pending: 'Boolean',
    },
  },
  REVISION_HISTORY: { attributes: { items: 'REVISION_HISTORY_ITEM*' } },
  REVISION_HISTORY_ITEM: { attributes: { version_id: 'OBJECT_VERSION_ID', audits: 'AUDIT_DETAILS+' } },

  // change_control
  CONTRIBUTION: { attributes: { uid: 'HIER_OBJECT_ID', versions: 'OBJECT_REF+', audit: 'AUDIT_DETAILS' } },
  VERSIONED_OBJECT: {
    attributes: { uid: 'HIER_OBJECT_ID', owner_id: 'OBJECT_REF', time_created: 'DV_DATE_TIME', versions: 'VERSION*' },
  },
  VERSION: {
    abstract: true,
    attributes: { contribution: 'OBJECT_REF', commit_audit: 'AUDIT_DETAILS', signature: 'String?' },
  },
  /** What is versioned (`data`) is LOCATABLE in every package of the model. */
  ORIGINAL_VERSION: {
    is: 'VERSION',
    attributes: {
      uid: 'OBJECT_VERSION_ID',
      data: 'LOCATABLE?',
      preceding_version_uid: 'OBJECT_VERSION_ID?',
      other_input_version_uids: 'OBJECT_VERSION_ID*',
      attestations: 'ATTESTATION*',
      lifecycle_state: 'DV_CODED_TEXT',
    },
  },
  IMPORTED_VERSION: { is: 'VERSION', attributes: { item: 'ORIGINAL_VERSION' } },

  // directory
  VERSIONED_FOLDER: { is: 'VERSIONED_OBJECT' },
  /** `details` since 1.0.4. */
  FOLDER: { is: 'LOCATABLE', attributes: { folders: 'FOLDER*', items: 'OBJECT_REF*', details: 'ITEM_STRUCTURE?' } },
} as const satisfies Record<string, ClassFact>;
