import type { Migration } from '@cairn/store-sql';
import { sql } from '../drizzle.ts';

/**
 * The record: EHRs, contributions, versioned objects and their versions, tags; templates, stored queries, settings.
 *
 * Every key and every reference holds on a database that is distributed by EHR: it leads with `ehr_id`, or belongs to a
 * table that each node has a copy of (`template`, `stored_query`, `setting`), or to `subject`, which is distributed by its own key.
 *
 * Rows that every commit changes leave room on their page, so that no index has to follow. Documents and templates are
 * compressed already. Texts that are ordered are ordered by code points.
 */
export const initial: Migration = {
  number: 1,
  name: 'initial',
  statements: [
    sql`create table ehr (
      ehr_id uuid not null primary key,
      system_id text not null,
      time_created bigint not null,
      last_commit bigint not null,
      queryable boolean not null,
      modifiable boolean not null,
      status_object_id uuid not null,
      subject_namespace text,
      subject_id text,
      subject_key bytea
    ) with (fillfactor = 70)`,
    sql`create index ehr_created on ehr (time_created, ehr_id)`,

    sql`create table subject (
      subject_key bytea not null primary key,
      ehr_id uuid not null
    )`,

    sql`create table template (
      template_key bigint generated always as identity primary key,
      template_id text collate "C" not null unique,
      concept text not null,
      archetype_id text not null,
      uid text not null,
      time_created bigint not null,
      opt bytea not null
    )`,
    sql`alter table template alter column opt set storage external`,

    sql`create table contribution (
      ehr_id uuid not null references ehr,
      contribution_id uuid not null,
      time_committed bigint not null,
      change_type smallint not null,
      committer text not null,
      audit text not null,
      primary key (ehr_id, contribution_id)
    )`,
    sql`create unique index contribution_time on contribution (ehr_id, time_committed)`,

    sql`create table versioned_object (
      ehr_id uuid not null references ehr,
      object_id uuid not null,
      kind smallint not null,
      time_created bigint not null,
      created_order integer not null,
      latest_number integer not null,
      latest_system_id text not null,
      latest_lifecycle_state smallint not null,
      template_key bigint,
      primary key (ehr_id, object_id)
    ) with (fillfactor = 90)`,
    sql`create index versioned_object_folder on versioned_object (ehr_id, time_created, created_order) where kind = 3`,

    sql`create table version (
      ehr_id uuid not null,
      object_id uuid not null,
      number integer not null,
      time_committed bigint not null,
      contribution_id uuid not null,
      position integer not null,
      kind smallint not null,
      system_id text not null,
      lifecycle_state smallint not null,
      change_type smallint not null,
      template_key bigint references template,
      audit text,
      signature text,
      document bytea,
      primary key (ehr_id, object_id, number),
      foreign key (ehr_id, object_id) references versioned_object,
      foreign key (ehr_id, contribution_id) references contribution
    )`,
    sql`alter table version alter column document set storage external`,
    sql`create unique index version_time on version (ehr_id, object_id, time_committed, number)`,
    sql`create unique index version_contribution on version (ehr_id, contribution_id, position)`,
    sql`create index version_template on version (template_key) where template_key is not null`,

    sql`create table attestation (
      ehr_id uuid not null,
      object_id uuid not null,
      number integer not null,
      time_committed bigint not null,
      position integer not null,
      contribution_id uuid not null,
      attestation text not null,
      primary key (ehr_id, object_id, number, time_committed, position),
      foreign key (ehr_id, object_id, number) references version,
      foreign key (ehr_id, contribution_id) references contribution
    )`,
    sql`create unique index attestation_contribution on attestation (ehr_id, contribution_id, position)`,

    sql`create table item_tag (
      ehr_id uuid not null,
      object_id uuid not null,
      number integer not null,
      position integer not null,
      key text not null,
      value text,
      target_path text,
      primary key (ehr_id, object_id, number, position),
      foreign key (ehr_id, object_id) references versioned_object
    )`,

    sql`create table stored_query (
      name text not null,
      version text not null,
      time_saved bigint not null,
      text text not null,
      primary key (name, version)
    )`,

    sql`create table setting (
      key text collate "C" not null primary key,
      value text not null
    )`,
  ],
};
