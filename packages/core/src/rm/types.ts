import type { RmObject, RmType } from './derive.ts';

export type { RmClassName, RmConcreteName, RmObject, RmPrimitives, RmSubtypeName, RmType } from './derive.ts';

// The classes that an application works with most, under TypeScript's own spelling; all others are `RmType<'NAME'>`.
// An alias of a class that has subtypes stands for them as well.

export type Composition = RmObject<'COMPOSITION'>;
export type EventContext = RmObject<'EVENT_CONTEXT'>;
export type ContentItem = RmType<'CONTENT_ITEM'>;
export type Section = RmObject<'SECTION'>;
export type Entry = RmType<'ENTRY'>;
export type Observation = RmObject<'OBSERVATION'>;
export type Evaluation = RmObject<'EVALUATION'>;
export type Instruction = RmObject<'INSTRUCTION'>;
export type Activity = RmObject<'ACTIVITY'>;
export type Action = RmObject<'ACTION'>;
export type AdminEntry = RmObject<'ADMIN_ENTRY'>;

export type History = RmObject<'HISTORY'>;
export type Event = RmType<'EVENT'>;
export type ItemStructure = RmType<'ITEM_STRUCTURE'>;
export type ItemTree = RmObject<'ITEM_TREE'>;
export type Item = RmType<'ITEM'>;
export type Cluster = RmObject<'CLUSTER'>;
export type Element = RmObject<'ELEMENT'>;

export type DataValue = RmType<'DATA_VALUE'>;
export type DvText = RmType<'DV_TEXT'>;
export type DvCodedText = RmObject<'DV_CODED_TEXT'>;
export type CodePhrase = RmObject<'CODE_PHRASE'>;
export type DvBoolean = RmObject<'DV_BOOLEAN'>;
export type DvCount = RmObject<'DV_COUNT'>;
export type DvQuantity = RmObject<'DV_QUANTITY'>;
export type DvProportion = RmObject<'DV_PROPORTION'>;
export type DvOrdinal = RmObject<'DV_ORDINAL'>;
export type DvScale = RmObject<'DV_SCALE'>;
export type DvInterval = RmObject<'DV_INTERVAL'>;
export type DvDate = RmObject<'DV_DATE'>;
export type DvTime = RmObject<'DV_TIME'>;
export type DvDateTime = RmObject<'DV_DATE_TIME'>;
export type DvDuration = RmObject<'DV_DURATION'>;
export type DvIdentifier = RmObject<'DV_IDENTIFIER'>;
export type DvMultimedia = RmObject<'DV_MULTIMEDIA'>;
export type DvParsable = RmObject<'DV_PARSABLE'>;
export type DvUri = RmType<'DV_URI'>;

export type Ehr = RmObject<'EHR'>;
export type EhrStatus = RmObject<'EHR_STATUS'>;
export type Folder = RmObject<'FOLDER'>;

export type Archetyped = RmObject<'ARCHETYPED'>;
export type FeederAudit = RmObject<'FEEDER_AUDIT'>;
export type Link = RmObject<'LINK'>;
export type Participation = RmObject<'PARTICIPATION'>;
export type PartyProxy = RmType<'PARTY_PROXY'>;
export type PartyIdentified = RmType<'PARTY_IDENTIFIED'>;
export type PartySelf = RmObject<'PARTY_SELF'>;
export type AuditDetails = RmType<'AUDIT_DETAILS'>;
export type Attestation = RmObject<'ATTESTATION'>;
export type Contribution = RmObject<'CONTRIBUTION'>;
export type Version = RmType<'VERSION'>;
export type OriginalVersion = RmObject<'ORIGINAL_VERSION'>;
export type RevisionHistory = RmObject<'REVISION_HISTORY'>;

export type ObjectRef = RmType<'OBJECT_REF'>;
export type PartyRef = RmObject<'PARTY_REF'>;
export type UidBasedId = RmType<'UID_BASED_ID'>;
export type HierObjectId = RmObject<'HIER_OBJECT_ID'>;
export type ObjectVersionId = RmObject<'OBJECT_VERSION_ID'>;

export type Party = RmType<'PARTY'>;
