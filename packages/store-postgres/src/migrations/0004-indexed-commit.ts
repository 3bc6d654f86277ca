import type { Migration } from '@cairn/store-sql';
import { sql } from '../drizzle.ts';

/**
 * A commit plan, applied where the data is: locks the EHR, checks what the plan expects, writes what it says, and keeps the
 * document index in step.
 *
 * `plan` is what plan.ts makes of a commit plan, and `index` what index-rows.ts makes of its documents' rows: a list for each
 * column, with owners that count from 1. `documents` are the compressed documents of the plan's versions, one behind the
 * other. A node of an earlier version sends no index: what it writes is not indexed.
 *
 * `commit_plan` gives the commit time, or the place of the first expectation that fails, before anything is written. Raises
 * `CAIRN` when an effect does not fit the record. `replace_index` says whether the object still has the version of that time.
 *
 * A function, because each of its statements sees what was committed while it waited for the lock on the EHR; a single
 * statement would go on with what it saw before.
 */
export const indexedCommit: Migration = {
  number: 4,
  name: 'indexed-commit',
  statements: [
    sql`create function write_index(target uuid, keys bigint[], index jsonb) returns void language plpgsql as $$
    begin
      insert into root
        select target, keys[owner], number, archetype_key, parent, last
        from unnest(
          (index ->> 'rootOwners')::integer[], (index ->> 'rootNumbers')::integer[],
          (index ->> 'archetypeKeys')::integer[], (index ->> 'parents')::integer[], (index ->> 'lasts')::integer[]
        ) as given (owner, number, archetype_key, parent, last);
      insert into leaf
        select target, keys[owner], root, path_key, number, position, text, code
        from unnest(
          (index ->> 'leafOwners')::integer[], (index ->> 'roots')::integer[], (index ->> 'pathKeys')::integer[],
          (index ->> 'numbers')::float8[], (index ->> 'positions')::text[],
          (index ->> 'texts')::text[], (index ->> 'codes')::text[]
        ) as given (owner, root, path_key, number, position, text, code);
    end $$`,

    sql`create function replace_index(
      target uuid, object uuid, made_at bigint, index jsonb
    ) returns boolean language plpgsql as $$
    declare
      current bigint;
    begin
      perform from ehr where ehr_id = target for no key update;
      update document set indexed = index is not null
      where ehr_id = target and object_id = object and time_committed = made_at
      returning document_key into current;
      if current is null then
        return false;
      end if;
      delete from root where ehr_id = target and document_key = current;
      delete from leaf where ehr_id = target and document_key = current;
      if index is not null then
        perform write_index(target, array[current], index);
      end if;
      return true;
    end $$`,

    sql`create or replace function commit_plan(
      target uuid, not_before bigint, plan jsonb, documents bytea,
      out committed_at bigint, out failed integer
    ) language plpgsql as $$
    #variable_conflict use_column
    declare
      locked ehr;
      known boolean;
      holds boolean;
      parts jsonb;
      part jsonb;
      claimed bytea;
      committed_in uuid;
      object uuid;
      ordinal integer;
      made_with bigint;
      size integer;
      start integer := 1;
      current bigint;
      keys bigint[];
    begin
      select * into locked from ehr where ehr_id = target for no key update;
      known := found;

      parts := plan -> 'expectations';
      for i in 0 .. jsonb_array_length(parts) - 1 loop
        part := parts -> i;
        case part ->> 'kind'
          when 'ehr-absent' then holds := not known;
          when 'ehr-present' then holds := known;
          when 'ehr-modifiable' then holds := known and locked.modifiable;
          when 'subject-free' then holds := not exists (
            select from subject where subject_key = decode(part ->> 'subjectKey', 'hex') and ehr_id <> target);
          when 'contribution-absent' then holds := not exists (
            select from contribution
            where ehr_id = target and contribution_id = (part ->> 'contributionId')::uuid);
          when 'object-absent' then holds := not exists (
            select from versioned_object where ehr_id = target and object_id = (part ->> 'objectId')::uuid);
          when 'latest-version' then holds := exists (
            select from versioned_object
            where ehr_id = target and object_id = (part ->> 'objectId')::uuid
              and latest_number = (part ->> 'number')::integer);
          when 'primary-folder' then holds := (part ->> 'objectId')::uuid is not distinct from (
            select object_id from versioned_object
            where ehr_id = target and kind = 3 and latest_lifecycle_state <> 523
            order by time_created, created_order limit 1);
          when 'template-present' then holds := exists (
            select from template
            where template_id = part ->> 'templateId' and time_created = (part ->> 'timeCreated')::bigint);
        end case;
        if not holds then
          failed := i;
          return;
        end if;
      end loop;

      part := plan -> 'ehrStatus';
      claimed := decode(part ->> 'subjectKey', 'hex');
      if plan ? 'createEhr' then
        committed_at := not_before;
        insert into ehr values (
          target, plan -> 'createEhr' ->> 'systemId', not_before, not_before,
          (part ->> 'queryable')::boolean, (part ->> 'modifiable')::boolean,
          (plan -> 'createEhr' ->> 'statusObjectId')::uuid, part ->> 'namespace', part ->> 'id', claimed);
      elsif not known then
        raise exception 'there is no such EHR' using errcode = 'CAIRN';
      elsif part is null then
        committed_at := greatest(not_before, locked.last_commit + 1);
        update ehr set last_commit = committed_at where ehr_id = target;
      else
        committed_at := greatest(not_before, locked.last_commit + 1);
        update ehr set
          last_commit = committed_at,
          queryable = (part ->> 'queryable')::boolean, modifiable = (part ->> 'modifiable')::boolean,
          subject_namespace = part ->> 'namespace', subject_id = part ->> 'id', subject_key = claimed
        where ehr_id = target;
      end if;
      if part is not null and claimed is distinct from locked.subject_key then
        delete from subject where subject_key = locked.subject_key and ehr_id = target;
        if claimed is not null then
          insert into subject values (claimed, target);
        end if;
      end if;

      if plan ? 'contribution' then
        part := plan -> 'contribution';
        committed_in := part ->> 'contributionId';
        insert into contribution values (
          target, committed_in, committed_at, (part ->> 'changeType')::smallint, part ->> 'committer', part ->> 'audit');
      end if;

      parts := plan -> 'versions';
      for i in 0 .. jsonb_array_length(parts) - 1 loop
        part := parts -> i;
        object := part ->> 'objectId';
        ordinal := part ->> 'number';
        size := part ->> 'size';
        made_with := null;
        if part ? 'templateId' then
          made_with := (select template_key from template where template_id = part ->> 'templateId');
          if made_with is null then
            raise exception 'there is no such template' using errcode = 'CAIRN';
          end if;
        end if;
        if ordinal = 1 then
          insert into versioned_object values (
            target, object, (part ->> 'kind')::smallint, committed_at, i,
            1, part ->> 'systemId', (part ->> 'lifecycleState')::smallint, made_with);
        else
          update versioned_object set
            latest_number = ordinal, latest_system_id = part ->> 'systemId',
            latest_lifecycle_state = (part ->> 'lifecycleState')::smallint, template_key = made_with
          where ehr_id = target and object_id = object
            and kind = (part ->> 'kind')::smallint and latest_number = ordinal - 1;
          if not found then
            raise exception 'the object has another latest version' using errcode = 'CAIRN';
          end if;
        end if;
        insert into version values (
          target, object, ordinal, committed_at, committed_in, i, (part ->> 'kind')::smallint,
          part ->> 'systemId', (part ->> 'lifecycleState')::smallint, (part ->> 'changeType')::smallint,
          made_with, part ->> 'audit', part ->> 'signature', substring(documents from start for size));
        start := start + coalesce(size, 0);

        -- Only the last version of an object counts, and a plan may have several.
        if not coalesce((part ->> 'superseded')::boolean, false) then
          current := null;
          if size is null then
            delete from document where ehr_id = target and object_id = object returning document_key into current;
          elsif ordinal > 1 then
            update document set
              time_committed = committed_at, position = i, template_key = made_with, indexed = part ? 'indexed'
            where ehr_id = target and object_id = object
            returning document_key into current;
          end if;
          if current is not null then
            delete from root where ehr_id = target and document_key = current;
            delete from leaf where ehr_id = target and document_key = current;
          elsif size is not null then
            insert into document values (
              target, object, default, committed_at, made_with, i, (part ->> 'kind')::smallint, part ? 'indexed')
            returning document_key into current;
          end if;
          if size is not null then
            keys[i + 1] := current;
          end if;
        end if;
      end loop;
      if plan ? 'index' then
        perform write_index(target, keys, plan -> 'index');
      end if;

      parts := plan -> 'attestations';
      for i in 0 .. jsonb_array_length(parts) - 1 loop
        part := parts -> i;
        insert into attestation values (
          target, (part ->> 'objectId')::uuid, (part ->> 'number')::integer, committed_at, i,
          committed_in, part ->> 'attestation');
      end loop;

      parts := plan -> 'tags';
      for i in 0 .. jsonb_array_length(parts) - 1 loop
        part := parts -> i;
        object := part ->> 'objectId';
        ordinal := part ->> 'number';
        if not exists (
          select from versioned_object
          where ehr_id = target and object_id = object and latest_number >= ordinal
        ) then
          raise exception 'there is no such target of tags' using errcode = 'CAIRN';
        end if;
        delete from item_tag where ehr_id = target and object_id = object and number = ordinal;
        insert into item_tag
          select target, object, ordinal, place - 1, tag ->> 'key', tag ->> 'value', tag ->> 'targetPath'
          from jsonb_array_elements(part -> 'tags') with ordinality as given (tag, place);
      end loop;
    end $$`,
  ],
};
