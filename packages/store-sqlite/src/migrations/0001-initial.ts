import type { Migration } from '@cairn/store-sql';
import { sql } from '../drizzle.ts';

/**
 * The record: EHRs, contributions, versioned objects and their versions, templates, tags, settings.
 *
 * Small rows live in their key (`without rowid`). Rows that carry a text or a document do not: SQLite would move all
 * but a few hundred bytes of each to a page of its own.
 */
export const initial: Migration = {
  number: 1,
  name: 'initial',
  statements: [
    sql`create table ehr (
      ehr_id blob not null primary key,
      system_id text not null,
      time_created integer not null,
      last_commit integer not null,
      queryable integer not null,
      modifiable integer not null,
      status_object_id blob not null
    ) strict, without rowid`,

    sql`create table subject (
      namespace text not null,
      id text not null,
      ehr_id blob not null references ehr,
      primary key (namespace, id)
    ) strict, without rowid`,
    sql`create unique index subject_ehr on subject (ehr_id)`,

    sql`create table template (
      template_key integer primary key,
      template_id text not null unique,
      concept text not null,
      archetype_id text not null,
      uid text not null,
      time_created integer not null,
      opt blob not null
    ) strict`,

    sql`create table contribution (
      ehr_id blob not null references ehr,
      contribution_id blob not null,
      time_committed integer not null,
      change_type integer not null,
      committer text not null,
      audit text not null,
      primary key (ehr_id, contribution_id)
    ) strict`,
    sql`create unique index contribution_time on contribution (ehr_id, time_committed)`,

    sql`create table versioned_object (
      ehr_id blob not null references ehr,
      object_id blob not null,
      kind integer not null,
      time_created integer not null,
      created_order integer not null,
      latest_number integer not null,
      latest_system_id text not null,
      latest_lifecycle_state integer not null,
      template_key integer,
      primary key (ehr_id, object_id)
    ) strict, without rowid`,
    sql`create index versioned_object_folder on versioned_object (ehr_id, time_created, created_order) where kind = 3`,

    sql`create table version (
      ehr_id blob not null,
      object_id blob not null,
      number integer not null,
      time_committed integer not null,
      contribution_id blob not null,
      position integer not null,
      kind integer not null,
      system_id text not null,
      lifecycle_state integer not null,
      change_type integer not null,
      template_key integer references template,
      audit text,
      signature text,
      document blob,
      primary key (ehr_id, object_id, number),
      foreign key (ehr_id, object_id) references versioned_object,
      foreign key (ehr_id, contribution_id) references contribution
    ) strict`,
    sql`create unique index version_time on version (ehr_id, object_id, time_committed, number)`,
    sql`create unique index version_contribution on version (ehr_id, contribution_id, position)`,
    sql`create index version_template on version (template_key) where template_key is not null`,

    sql`create table attestation (
      ehr_id blob not null,
      object_id blob not null,
      number integer not null,
      time_committed integer not null,
      position integer not null,
      contribution_id blob not null,
      attestation text not null,
      primary key (ehr_id, object_id, number, time_committed, position),
      foreign key (ehr_id, object_id, number) references version,
      foreign key (ehr_id, contribution_id) references contribution
    ) strict`,
    sql`create unique index attestation_contribution on attestation (ehr_id, contribution_id, position)`,

    sql`create table item_tag (
      ehr_id blob not null,
      object_id blob not null,
      number integer not null,
      position integer not null,
      key text not null,
      value text,
      target_path text,
      primary key (ehr_id, object_id, number, position),
      foreign key (ehr_id, object_id) references versioned_object
    ) strict, without rowid`,

    sql`create table setting (
      key text not null primary key,
      value text not null
    ) strict, without rowid`,
  ],
};
