import type { Migration } from '@cairn/store-sql';
import { sql } from '../drizzle.ts';

/**
 * A commit plan, applied where the data is: locks the EHR, checks what the plan expects, writes what it says.
 *
 * `plan` is what plan.ts makes of a commit plan; `documents` are the compressed documents of its versions, one behind the
 * other. Gives the commit time, or the place of the first expectation that fails, before anything is written. Raises
 * `CAIRN` when an effect does not fit the record.
 *
 * A function, because each of its statements sees what was committed while it waited for the lock on the EHR; a single
 * statement would go on with what it saw before.
 */
export const commitPlan: Migration = {
  number: 2,
  name: 'commit-plan',
  statements: [
    sql`create function commit_plan(
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
      end loop;

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
