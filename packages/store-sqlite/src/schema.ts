/** The tables as queries see them. Their constraints and indexes are stated once, in the migrations. */
import { bytes, changeType, lifecycleState, uuid, versionedKind } from './columns.ts';
import { integer, primaryKey, real, sqliteTable, text } from './drizzle.ts';

export const ehr = sqliteTable('ehr', {
  ehrId: uuid('ehr_id').primaryKey(),
  systemId: text('system_id').notNull(),
  timeCreated: integer('time_created').notNull(),
  lastCommit: integer('last_commit').notNull(),
  queryable: integer('queryable', { mode: 'boolean' }).notNull(),
  modifiable: integer('modifiable', { mode: 'boolean' }).notNull(),
  statusObjectId: uuid('status_object_id').notNull(),
});

/** Subjects have a table of their own: a unique constraint on `ehr` could not be held where EHRs are distributed. */
export const subject = sqliteTable(
  'subject',
  {
    namespace: text('namespace').notNull(),
    id: text('id').notNull(),
    ehrId: uuid('ehr_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.namespace, table.id] })],
);

export const contribution = sqliteTable(
  'contribution',
  {
    ehrId: uuid('ehr_id').notNull(),
    contributionId: uuid('contribution_id').notNull(),
    timeCommitted: integer('time_committed').notNull(),
    changeType: changeType('change_type').notNull(),
    committer: text('committer').notNull(),
    audit: text('audit').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ehrId, table.contributionId] })],
);

export const versionedObject = sqliteTable(
  'versioned_object',
  {
    ehrId: uuid('ehr_id').notNull(),
    objectId: uuid('object_id').notNull(),
    kind: versionedKind('kind').notNull(),
    timeCreated: integer('time_created').notNull(),
    /** Position in the change set that created it; decides between objects of the same time. */
    createdOrder: integer('created_order').notNull(),
    latestNumber: integer('latest_number').notNull(),
    latestSystemId: text('latest_system_id').notNull(),
    latestLifecycleState: lifecycleState('latest_lifecycle_state').notNull(),
    /** Template of the latest version. */
    templateKey: integer('template_key'),
  },
  (table) => [primaryKey({ columns: [table.ehrId, table.objectId] })],
);

export const version = sqliteTable(
  'version',
  {
    ehrId: uuid('ehr_id').notNull(),
    objectId: uuid('object_id').notNull(),
    number: integer('number').notNull(),
    timeCommitted: integer('time_committed').notNull(),
    contributionId: uuid('contribution_id').notNull(),
    /** Position in its contribution. */
    position: integer('position').notNull(),
    kind: versionedKind('kind').notNull(),
    systemId: text('system_id').notNull(),
    lifecycleState: lifecycleState('lifecycle_state').notNull(),
    changeType: changeType('change_type').notNull(),
    templateKey: integer('template_key'),
    /** Null: the audit of its contribution. */
    audit: text('audit'),
    signature: text('signature'),
    /** Canonical JSON, compressed. Null: a deletion. */
    document: bytes('document'),
  },
  (table) => [primaryKey({ columns: [table.ehrId, table.objectId, table.number] })],
);

export const attestation = sqliteTable(
  'attestation',
  {
    ehrId: uuid('ehr_id').notNull(),
    objectId: uuid('object_id').notNull(),
    number: integer('number').notNull(),
    timeCommitted: integer('time_committed').notNull(),
    /** Position among the attestations of its contribution. */
    position: integer('position').notNull(),
    contributionId: uuid('contribution_id').notNull(),
    attestation: text('attestation').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ehrId, table.objectId, table.number, table.timeCommitted, table.position] }),
  ],
);

export const itemTag = sqliteTable(
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

export const template = sqliteTable('template', {
  /** What versions refer to; never leaves the store. */
  templateKey: integer('template_key').primaryKey(),
  templateId: text('template_id').notNull(),
  concept: text('concept').notNull(),
  archetypeId: text('archetype_id').notNull(),
  uid: text('uid').notNull(),
  timeCreated: integer('time_created').notNull(),
  /** Operational template, compressed. */
  opt: bytes('opt').notNull(),
});

/** What queries look at: the latest version of every object that is not deleted. */
export const document = sqliteTable('document', {
  /** What its index rows refer to; never leaves the store. */
  documentKey: integer('document_key').primaryKey(),
  ehrId: uuid('ehr_id').notNull(),
  objectId: uuid('object_id').notNull(),
  kind: versionedKind('kind').notNull(),
  /** Of the latest version. */
  timeCommitted: integer('time_committed').notNull(),
  position: integer('position').notNull(),
  templateKey: integer('template_key'),
  /** False: it has no index rows, and may matter for any query. */
  indexed: integer('indexed', { mode: 'boolean' }).notNull(),
});

/** Archetypes as they occur as roots; a dictionary. */
export const archetype = sqliteTable('archetype', {
  archetypeKey: integer('archetype_key').primaryKey(),
  archetypeId: text('archetype_id').notNull(),
  rmType: text('rm_type').notNull(),
});

export const root = sqliteTable(
  'root',
  {
    documentKey: integer('document_key').notNull(),
    /** Pre-order number among the roots of the document. */
    number: integer('number').notNull(),
    archetypeKey: integer('archetype_key').notNull(),
    parent: integer('parent').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentKey, table.number] })],
);

/** Paths of data values below a root, with the class and the units that they have there; a dictionary. */
export const leafPath = sqliteTable('leaf_path', {
  pathKey: integer('path_key').primaryKey(),
  archetypeKey: integer('archetype_key').notNull(),
  path: text('path').notNull(),
  rmType: text('rm_type').notNull(),
  /** Empty: none. */
  units: text('units').notNull(),
});

export const leaf = sqliteTable(
  'leaf',
  {
    documentKey: integer('document_key').notNull(),
    root: integer('root').notNull(),
    pathKey: integer('path_key').notNull(),
    position: text('position').notNull(),
    number: real('number'),
    text: text('text'),
    code: text('code'),
  },
  (table) => [primaryKey({ columns: [table.documentKey, table.root, table.pathKey, table.position] })],
);

export const storedQuery = sqliteTable(
  'stored_query',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    timeSaved: integer('time_saved').notNull(),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

export const setting = sqliteTable('setting', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

export const schemaMigration = sqliteTable('schema_migration', {
  number: integer('number').primaryKey(),
  name: text('name').notNull(),
  timeApplied: integer('time_applied').notNull(),
});
