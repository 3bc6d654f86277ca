import type { Migration } from '@cairn/store-sql';
import { sql } from '../drizzle.ts';

/**
 * What queries find documents by: the documents that are current, their archetype roots and their data values. Documents
 * that are there already are entered without index rows, so that every query looks at them until they are indexed anew.
 *
 * Index rows refer to documents by a small number, and repeat nothing that a dictionary can hold: a value takes some
 * 15 bytes in the table, and as many again in the index that finds it.
 */
export const documentIndex: Migration = {
  number: 2,
  name: 'document-index',
  statements: [
    sql`create index ehr_created on ehr (time_created, ehr_id)`,
    sql`create index ehr_hidden on ehr (ehr_id) where queryable = 0`,

    sql`create table document (
      document_key integer primary key,
      ehr_id blob not null,
      object_id blob not null,
      kind integer not null,
      time_committed integer not null,
      position integer not null,
      template_key integer,
      indexed integer not null
    ) strict`,
    sql`insert into document (ehr_id, object_id, kind, time_committed, position, template_key, indexed)
      select v.ehr_id, v.object_id, v.kind, v.time_committed, v.position, v.template_key, 0
      from versioned_object o
      join version v on v.ehr_id = o.ehr_id and v.object_id = o.object_id and v.number = o.latest_number
      where v.document is not null`,
    sql`create unique index document_object on document (ehr_id, object_id)`,
    sql`create index document_template on document (template_key)`,
    sql`create index document_unindexed on document (document_key) where indexed = 0`,

    sql`create table archetype (
      archetype_key integer primary key,
      archetype_id text not null,
      rm_type text not null,
      unique (archetype_id, rm_type)
    ) strict`,

    sql`create table root (
      document_key integer not null,
      number integer not null,
      archetype_key integer not null,
      parent integer not null,
      last integer not null,
      primary key (document_key, number)
    ) strict, without rowid`,
    sql`create index root_archetype on root (archetype_key)`,

    sql`create table leaf_path (
      path_key integer primary key,
      archetype_key integer not null references archetype,
      path text not null,
      rm_type text not null,
      units text not null,
      unique (archetype_key, path, rm_type, units)
    ) strict`,

    sql`create table leaf (
      document_key integer not null,
      root integer not null,
      path_key integer not null,
      position text not null,
      number real,
      text text,
      code text,
      primary key (document_key, root, path_key, position)
    ) strict, without rowid`,
    sql`create index leaf_number on leaf (path_key, number) where number is not null`,
    sql`create index leaf_text on leaf (path_key, text) where text is not null`,
    sql`create index leaf_code on leaf (path_key, code) where code is not null`,
    sql`create index leaf_bare on leaf (path_key) where number is null and text is null`,
  ],
};
