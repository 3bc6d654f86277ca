import type { ClassFact } from './fact.ts';

/** RM `ehr`, with `composition` and `integration`. */
export const ehr = {
  // ehr
  /** `ehr_access` is mandatory in the model; services that manage access elsewhere have none. `folders` since 1.1.0. */
  EHR: {
    attributes: {
      system_id: 'HIER_OBJECT_ID',
      ehr_id: 'HIER_OBJECT_ID',
      time_created: 'DV_DATE_TIME',
      contributions: 'OBJECT_REF*',
      ehr_access: 'OBJECT_REF?',
      ehr_status: 'OBJECT_REF',
      directory: 'OBJECT_REF?',
      compositions: 'OBJECT_REF*',
      folders: 'OBJECT_REF*',
    },
  },
  VERSIONED_EHR_ACCESS: { is: 'VERSIONED_OBJECT' },
  /** The model leaves the class of `settings` (ACCESS_CONTROL_SETTINGS) to each access control scheme. */
  EHR_ACCESS: { is: 'LOCATABLE', attributes: { settings: 'AnyObject?' } },
  VERSIONED_EHR_STATUS: { is: 'VERSIONED_OBJECT' },
  EHR_STATUS: {
    is: 'LOCATABLE',
    attributes: {
      subject: 'PARTY_SELF',
      is_queryable: 'Boolean',
      is_modifiable: 'Boolean',
      other_details: 'ITEM_STRUCTURE?',
    },
  },

  // composition
  VERSIONED_COMPOSITION: { is: 'VERSIONED_OBJECT' },
  COMPOSITION: {
    is: 'LOCATABLE',
    attributes: {
      language: 'CODE_PHRASE',
      territory: 'CODE_PHRASE',
      category: 'DV_CODED_TEXT',
      composer: 'PARTY_PROXY',
      context: 'EVENT_CONTEXT?',
      content: 'CONTENT_ITEM*',
    },
  },
  EVENT_CONTEXT: {
    is: 'PATHABLE',
    attributes: {
      start_time: 'DV_DATE_TIME',
      end_time: 'DV_DATE_TIME?',
      location: 'String?',
      setting: 'DV_CODED_TEXT',
      other_context: 'ITEM_STRUCTURE?',
      health_care_facility: 'PARTY_IDENTIFIED?',
      participations: 'PARTICIPATION*',
    },
  },

  // composition.content
  CONTENT_ITEM: { is: 'LOCATABLE', abstract: true },
  SECTION: { is: 'CONTENT_ITEM', attributes: { items: 'CONTENT_ITEM*' } },
  /** `work_flow_id` was renamed to `workflow_id` in 1.0.3. */
  ENTRY: {
    is: 'CONTENT_ITEM',
    abstract: true,
    attributes: {
      language: 'CODE_PHRASE',
      encoding: 'CODE_PHRASE',
      subject: 'PARTY_PROXY',
      provider: 'PARTY_PROXY?',
      other_participations: 'PARTICIPATION*',
      work_flow_id: 'OBJECT_REF?',
      workflow_id: 'OBJECT_REF?',
    },
  },
  ADMIN_ENTRY: { is: 'ENTRY', attributes: { data: 'ITEM_STRUCTURE' } },
  CARE_ENTRY: {
    is: 'ENTRY',
    abstract: true,
    attributes: { protocol: 'ITEM_STRUCTURE?', guideline_id: 'OBJECT_REF?' },
  },
  OBSERVATION: { is: 'CARE_ENTRY', attributes: { data: 'HISTORY', state: 'HISTORY?' } },
  EVALUATION: { is: 'CARE_ENTRY', attributes: { data: 'ITEM_STRUCTURE' } },
  INSTRUCTION: {
    is: 'CARE_ENTRY',
    attributes: {
      narrative: 'DV_TEXT',
      expiry_time: 'DV_DATE_TIME?',
      wf_definition: 'DV_PARSABLE?',
      activities: 'ACTIVITY*',
    },
  },
  /** `timing` is optional since 1.0.4. */
  ACTIVITY: {
    is: 'LOCATABLE',
    attributes: { description: 'ITEM_STRUCTURE', timing: 'DV_PARSABLE?', action_archetype_id: 'String' },
  },
  ACTION: {
    is: 'CARE_ENTRY',
    attributes: {
      time: 'DV_DATE_TIME',
      description: 'ITEM_STRUCTURE',
      ism_transition: 'ISM_TRANSITION',
      instruction_details: 'INSTRUCTION_DETAILS?',
    },
  },
  INSTRUCTION_DETAILS: {
    is: 'PATHABLE',
    attributes: { instruction_id: 'LOCATABLE_REF', activity_id: 'String', wf_details: 'ITEM_STRUCTURE?' },
  },
  /** `reason` since 1.0.4. */
  ISM_TRANSITION: {
    is: 'PATHABLE',
    attributes: {
      current_state: 'DV_CODED_TEXT',
      transition: 'DV_CODED_TEXT?',
      careflow_step: 'DV_CODED_TEXT?',
      reason: 'DV_TEXT*',
    },
  },

  // integration
  GENERIC_ENTRY: { is: 'CONTENT_ITEM', attributes: { data: 'ITEM_TREE' } },
} as const satisfies Record<string, ClassFact>;
