import type { ClassFact } from './fact.ts';

/** RM `demographic`. */
export const demographic = {
  VERSIONED_PARTY: { is: 'VERSIONED_OBJECT' },
  PARTY: {
    is: 'LOCATABLE',
    abstract: true,
    attributes: {
      identities: 'PARTY_IDENTITY+',
      contacts: 'CONTACT*',
      relationships: 'PARTY_RELATIONSHIP*',
      reverse_relationships: 'LOCATABLE_REF*',
      details: 'ITEM_STRUCTURE?',
    },
  },
  PARTY_IDENTITY: { is: 'LOCATABLE', attributes: { details: 'ITEM_STRUCTURE' } },
  CONTACT: { is: 'LOCATABLE', attributes: { time_validity: 'DV_INTERVAL?', addresses: 'ADDRESS+' } },
  ADDRESS: { is: 'LOCATABLE', attributes: { details: 'ITEM_STRUCTURE' } },
  PARTY_RELATIONSHIP: {
    is: 'LOCATABLE',
    attributes: {
      details: 'ITEM_STRUCTURE?',
      time_validity: 'DV_INTERVAL?',
      source: 'PARTY_REF',
      target: 'PARTY_REF',
    },
  },

  ACTOR: { is: 'PARTY', abstract: true, attributes: { roles: 'PARTY_REF*', languages: 'DV_TEXT*' } },
  PERSON: { is: 'ACTOR' },
  ORGANISATION: { is: 'ACTOR' },
  GROUP: { is: 'ACTOR' },
  AGENT: { is: 'ACTOR' },
  ROLE: {
    is: 'PARTY',
    attributes: { capabilities: 'CAPABILITY*', time_validity: 'DV_INTERVAL?', performer: 'PARTY_REF' },
  },
  CAPABILITY: { is: 'LOCATABLE', attributes: { credentials: 'ITEM_STRUCTURE', time_validity: 'DV_INTERVAL?' } },
} as const satisfies Record<string, ClassFact>;
