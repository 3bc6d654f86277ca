import type { Migration } from '@cairn/store-sql';
import { sql } from '../drizzle.ts';

/**
 * What queries find documents by: the documents that are current, their archetype roots and their data values. Documents
 * that are there already are entered without index rows, so that every query looks at them until they are indexed anew.
 *
 * Everything that belongs to a document leads with its EHR; the dictionaries are the same for all. Most of a data value's
 * row is what PostgreSQL adds to it, so its indexes are the smallest that will do: `leaf_document` has its key once for all
 * values of a document, and equal numbers and texts are there once. With columns beside, to spare a look at the table, they
 * would be twice as large. Without a primary key, the whole row stands for itself where a subscriber or another shard has to find it.
 */
export const documentIndex: Migration = {
  number: 3,
  name: 'document-index',
  statements: [
    // No commit comes in between.
    sql`lock table ehr in exclusive mode`,
    sql`create index ehr_hidden on ehr (ehr_id) where not queryable`,

    sql`create table document (
      ehr_id uuid not null,
      object_id uuid not null,
      document_key bigint not null generated always as identity,
      time_committed bigint not null,
      template_key bigint,
      position integer not null,
      kind smallint not null,
      indexed boolean not null,
      primary key (ehr_id, object_id),
      unique (ehr_id, document_key)
    ) with (fillfactor = 90)`,
    sql`insert into document (ehr_id, object_id, kind, time_committed, position, template_key, indexed)
      select v.ehr_id, v.object_id, v.kind, v.time_committed, v.position, v.template_key, false
      from versioned_object o
      join version v on v.ehr_id = o.ehr_id and v.object_id = o.object_id and v.number = o.latest_number
      where v.document is not null`,
    sql`create index document_template on document (template_key)`,
    sql`create index document_unindexed on document (ehr_id, document_key) where not indexed`,

    sql`create table archetype (
      archetype_key integer generated always as identity primary key,
      archetype_id text collate "C" not null,
      rm_type text collate "C" not null,
      digest bytea not null unique
    )`,

    sql`create table root (
      ehr_id uuid not null,
      document_key bigint not null,
      number integer not null,
      archetype_key integer not null,
      parent integer not null,
      last integer not null,
      primary key (ehr_id, document_key, number)
    )`,
    sql`create index root_archetype on root (archetype_key)`,

    sql`create table leaf_path (
      path_key integer generated always as identity primary key,
      archetype_key integer not null,
      path text collate "C" not null,
      rm_type text collate "C" not null,
      units text collate "C" not null,
      digest bytea not null unique
    )`,

    sql`create table leaf (
      ehr_id uuid not null,
      document_key bigint not null,
      root integer not null,
      path_key integer not null,
      number float8,
      position text collate "C" not null,
      text text collate "C",
      code text collate "C"
    )`,
    sql`alter table leaf replica identity full`,
    sql`create index leaf_document on leaf (ehr_id, document_key)`,
    sql`create index leaf_number on leaf (path_key, number) where number is not null`,
    sql`create index leaf_text on leaf (path_key, text) where text is not null`,
    sql`create index leaf_code on leaf (path_key, code) where code is not null`,
    sql`create index leaf_bare on leaf (path_key) where number is null and text is null`,
  ],
};
