/** Whether an expectation of a plan holds; asked inside the transaction that applies it. */
import type { Expectation } from '@cairn/core';
import { and } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { firstLiveFolder } from './folders.ts';
import { contribution, subject, template, versionedObject } from './schema.ts';
import { matches } from './statement.ts';
import type { LockedEhr } from './writes.ts';

export interface ExpectationChecker {
  holds(expectation: Expectation, ehrId: string, locked: LockedEhr | undefined): boolean;
  /** What versions refer to the template by; undefined when it is not there. */
  templateKey(templateId: string): number | undefined;
}

export function expectationChecker(orm: BetterSQLite3Database): ExpectationChecker {
  const primaryFolder = firstLiveFolder(orm);
  const holder = orm
    .select({ ehrId: subject.ehrId })
    .from(subject)
    .where(and(matches(subject.namespace, 'namespace'), matches(subject.id, 'id')))
    .prepare();
  const committed = orm
    .select({ timeCommitted: contribution.timeCommitted })
    .from(contribution)
    .where(and(matches(contribution.ehrId, 'ehrId'), matches(contribution.contributionId, 'contributionId')))
    .prepare();
  const latest = orm
    .select({ number: versionedObject.latestNumber })
    .from(versionedObject)
    .where(and(matches(versionedObject.ehrId, 'ehrId'), matches(versionedObject.objectId, 'objectId')))
    .prepare();
  const stored = orm
    .select({ templateKey: template.templateKey, timeCreated: template.timeCreated })
    .from(template)
    .where(matches(template.templateId, 'templateId'))
    .prepare();

  function holds(expectation: Expectation, ehrId: string, locked: LockedEhr | undefined): boolean {
    switch (expectation.kind) {
      case 'ehr-absent':
        return locked === undefined;
      case 'ehr-present':
        return locked !== undefined;
      case 'ehr-modifiable':
        return locked?.modifiable === true;
      case 'subject-free': {
        const row = holder.get({ ...expectation.subject });
        return row === undefined || row.ehrId === ehrId;
      }
      case 'contribution-absent':
        return committed.get({ ehrId, contributionId: expectation.contributionId }) === undefined;
      case 'object-absent':
        return latest.get({ ehrId, objectId: expectation.objectId }) === undefined;
      case 'latest-version':
        return latest.get({ ehrId, objectId: expectation.objectId })?.number === expectation.number;
      case 'primary-folder':
        return primaryFolder(ehrId) === expectation.objectId;
      case 'template-present':
        return stored.get({ templateId: expectation.templateId })?.timeCreated === expectation.timeCreated;
    }
  }

  return { holds, templateKey: (templateId) => stored.get({ templateId })?.templateKey };
}
