/** The tables as queries see them. Their constraints and indexes are stated once, in the migrations. */
import { bytes, changeType, lifecycleState, plainText, text, time, uuid, versionedKind } from './columns.ts';
import { bigint, boolean, doublePrecision, integer, pgTable, primaryKey } from './drizzle.ts';

export const ehr = pgTable('ehr', {
  ehrId: uuid('ehr_id').primaryKey(),
  systemId: text('system_id').notNull(),
  timeCreated: time('time_created').notNull(),
  lastCommit: time('last_commit').notNull(),
  queryable: boolean('queryable').notNull(),
  modifiable: boolean('modifiable').notNull(),
  statusObjectId: uuid('status_object_id').notNull(),
  subjectNamespace: text('subject_namespace'),
  subjectId: text('subject_id'),
  /** See `subject`; null where the other two are. */
  subjectKey: bytes('subject_key'),
});

/** Subjects have a table of their own: a unique constraint on `ehr` could not be held where EHRs are distributed. */
export const subject = pgTable('subject', {
  /** Digest of namespace and id (subject-key.ts): one column to distribute by, and never too long for an index. */
  subjectKey: bytes('subject_key').primaryKey(),
  ehrId: uuid('ehr_id').notNull(),
});

export const contribution = pgTable(
  'contribution',
  {
    ehrId: uuid('ehr_id').notNull(),
    contributionId: uuid('contribution_id').notNull(),
    timeCommitted: time('time_committed').notNull(),
    changeType: changeType('change_type').notNull(),
    committer: text('committer').notNull(),
    audit: text('audit').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ehrId, table.contributionId] })],
);

export const versionedObject = pgTable(
  'versioned_object',
  {
    ehrId: uuid('ehr_id').notNull(),
    objectId: uuid('object_id').notNull(),
    kind: versionedKind('kind').notNull(),
    timeCreated: time('time_created').notNull(),
    /** Position in the change set that created it; decides between objects of the same time. */
    createdOrder: integer('created_order').notNull(),
    latestNumber: integer('latest_number').notNull(),
    latestSystemId: text('latest_system_id').notNull(),
    latestLifecycleState: lifecycleState('latest_lifecycle_state').notNull(),
    /** Template of the latest version. */
    templateKey: bigint('template_key', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.ehrId, table.objectId] })],
);

export const version = pgTable(
  'version',
  {
    ehrId: uuid('ehr_id').notNull(),
    objectId: uuid('object_id').notNull(),
    number: integer('number').notNull(),
    timeCommitted: time('time_committed').notNull(),
    contributionId: uuid('contribution_id').notNull(),
    /** Position in its contribution. */
    position: integer('position').notNull(),
    kind: versionedKind('kind').notNull(),
    systemId: text('system_id').notNull(),
    lifecycleState: lifecycleState('lifecycle_state').notNull(),
    changeType: changeType('change_type').notNull(),
    templateKey: bigint('template_key', { mode: 'number' }),
    /** Null: the audit of its contribution. */
    audit: text('audit'),
    signature: text('signature'),
    /** Canonical JSON, compressed. Null: a deletion. */
    document: bytes('document'),
  },
  (table) => [primaryKey({ columns: [table.ehrId, table.objectId, table.number] })],
);

export const attestation = pgTable(
  'attestation',
  {
    ehrId: uuid('ehr_id').notNull(),
    objectId: uuid('object_id').notNull(),
    number: integer('number').notNull(),
    timeCommitted: time('time_committed').notNull(),
    /** Position among the attestations of its contribution. */
    position: integer('position').notNull(),
    contributionId: uuid('contribution_id').notNull(),
    attestation: text('attestation').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ehrId, table.objectId, table.number, table.timeCommitted, table.position] }),
  ],
);

export const itemTag = pgTable(
  'item_tag',
  {
    ehrId: uuid('ehr_id').notNull(),
    objectId: uuid('object_id').notNull(),
    /** 0: the whole versioned object. */
    number: integer('number').notNull(),
    position: integer('position').notNull(),
    key: text('key').notNull(),
    value: text('value'),
    targetPath: text('target_path'),
  },
  (table) => [primaryKey({ columns: [table.ehrId, table.objectId, table.number, table.position] })],
);

export const template = pgTable('template', {
  /** What versions refer to; never leaves the store. */
  templateKey: bigint('template_key', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  templateId: text('template_id').notNull(),
  concept: text('concept').notNull(),
  archetypeId: text('archetype_id').notNull(),
  uid: text('uid').notNull(),
  timeCreated: time('time_created').notNull(),
  /** Operational template, compressed. */
  opt: bytes('opt').notNull(),
});

/** What queries look at: the latest version of every object that is not deleted. */
export const document = pgTable(
  'document',
  {
    ehrId: uuid('ehr_id').notNull(),
    objectId: uuid('object_id').notNull(),
    /** What its index rows refer to; unique in the whole database. Never leaves the store. */
    documentKey: bigint('document_key', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    /** Of the latest version. */
    timeCommitted: time('time_committed').notNull(),
    templateKey: bigint('template_key', { mode: 'number' }),
    position: integer('position').notNull(),
    kind: versionedKind('kind').notNull(),
    /** False: it has no index rows, and may matter for any query. */
    indexed: boolean('indexed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ehrId, table.objectId] })],
);

/** Archetypes as they occur as roots; a dictionary. Greater keys are never visible before lesser ones. */
export const archetype = pgTable('archetype', {
  archetypeKey: integer('archetype_key').primaryKey().generatedAlwaysAsIdentity(),
  archetypeId: plainText('archetype_id').notNull(),
  rmType: plainText('rm_type').notNull(),
  /** Of the others (dictionary-keys.ts): never too long for an index. */
  digest: bytes('digest').notNull(),
});

export const root = pgTable(
  'root',
  {
    ehrId: uuid('ehr_id').notNull(),
    documentKey: bigint('document_key', { mode: 'bigint' }).notNull(),
    /** Pre-order number among the roots of the document. */
    number: integer('number').notNull(),
    archetypeKey: integer('archetype_key').notNull(),
    parent: integer('parent').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ehrId, table.documentKey, table.number] })],
);

/** Paths of data values below a root, with the class and the units that they have there; a dictionary like `archetype`. */
export const leafPath = pgTable('leaf_path', {
  pathKey: integer('path_key').primaryKey().generatedAlwaysAsIdentity(),
  archetypeKey: integer('archetype_key').notNull(),
  path: plainText('path').notNull(),
  rmType: plainText('rm_type').notNull(),
  /** Empty: none. */
  units: plainText('units').notNull(),
  digest: bytes('digest').notNull(),
});

/** No two have the same document, root, path and position. No index says so: it would be as large as the table. */
export const leaf = pgTable('leaf', {
  ehrId: uuid('ehr_id').notNull(),
  documentKey: bigint('document_key', { mode: 'bigint' }).notNull(),
  root: integer('root').notNull(),
  pathKey: integer('path_key').notNull(),
  number: doublePrecision('number'),
  position: plainText('position').notNull(),
  text: plainText('text'),
  code: plainText('code'),
});

export const storedQuery = pgTable(
  'stored_query',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    timeSaved: time('time_saved').notNull(),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

export const setting = pgTable('setting', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

export const schemaMigration = pgTable('schema_migration', {
  number: integer('number').primaryKey(),
  name: text('name').notNull(),
  timeApplied: time('time_applied').notNull(),
});
