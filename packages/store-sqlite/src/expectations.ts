/** Whether an expectation of a plan holds; asked inside the transaction that applies it. */
import type { Expectation } from '@cairn/core';
import type { Orm } from './connection.ts';
import { and } from './drizzle.ts';
import { firstLiveFolder } from './folders.ts';
import { contribution, subject, template, versionedObject } from './schema.ts';
import { matches, preparedSelect } from './statement.ts';
import type { LockedEhr } from './writes.ts';

export interface ExpectationChecker {
  /** Forgets what it has looked up for another plan. */
  startPlan(): void;
  holds(expectation: Expectation, ehrId: string, locked: LockedEhr | undefined): boolean;
  /** What versions refer to the template by; undefined when it is not there. */
  templateKey(templateId: string): number | undefined;
}

export function expectationChecker(orm: Orm): ExpectationChecker {
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
  const number = { number: versionedObject.latestNumber };
  const itself = and(matches(versionedObject.ehrId, 'ehrId'), matches(versionedObject.objectId, 'objectId'));
  const latest = preparedSelect(orm, number, orm.select(number).from(versionedObject).where(itself));
  const known = { templateKey: template.templateKey, timeCreated: template.timeCreated };
  const ofTemplate = matches(template.templateId, 'templateId');
  const stored = preparedSelect(orm, known, orm.select(known).from(template).where(ofTemplate));

  // A plan both expects a template and refers to it.
  const templates = new Map<string, ReturnType<typeof stored.get>>();
  function storedTemplate(templateId: string) {
    if (!templates.has(templateId)) templates.set(templateId, stored.get({ templateId }));
    return templates.get(templateId);
  }

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
        return storedTemplate(expectation.templateId)?.timeCreated === expectation.timeCreated;
    }
  }

  return {
    startPlan: () => templates.clear(),
    holds,
    templateKey: (templateId) => storedTemplate(templateId)?.templateKey,
  };
}
