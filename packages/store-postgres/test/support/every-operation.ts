import type { DocumentIndex, Store } from '@cairn/core';
import { deletion, first, newEhr, newSubject, newTemplate, next, planOn, tagPlanOn } from '@cairn/core/testing';

/** Asks everything of a store that its port has, once or more, on a little data. */
export async function everyOperation(store: Store): Promise<void> {
  const { commits, records, tags, definitions, settings, admin, queries } = store;
  const [used, unused] = [newTemplate(), newTemplate()];
  for (const template of [used, unused]) await definitions.putTemplate(template, '<template/>');
  await definitions.template(used.templateId);
  await definitions.templates();
  const query = { name: 'org.example::all', version: '1.0.0', text: 'SELECT e FROM EHR e', timeSaved: 0 };
  await definitions.putQuery(query);
  await definitions.query(query.name, query.version);
  await definitions.queryVersions(query.name);
  await definitions.queries();
  await definitions.deleteQuery(query.name, query.version);
  await settings.putIfAbsent('key', 'value');
  await settings.get('key');

  const [subject, status, folder] = [newSubject(), first({ kind: 'EHR_STATUS' }), first({ kind: 'FOLDER' })];
  const index: DocumentIndex = {
    roots: [{ archetypeId: 'openEHR-EHR-COMPOSITION.encounter.v1', rmType: 'COMPOSITION', parent: -1, last: 0 }],
    leaves: [{ root: 0, path: '/name', rmType: 'DV_TEXT', position: '', text: 'Encounter' }],
  };
  const composition = first({ templateId: used.templateId, index });
  const { objectId } = composition;
  const created = newEhr({ subject, versions: [status] });
  const { ehrId } = created;
  await commits.commit(created);
  await commits.loadForCommit(ehrId, [status.objectId, objectId]);
  const content = planOn(ehrId, {
    expectations: [
      { kind: 'ehr-present' },
      { kind: 'ehr-modifiable' },
      { kind: 'subject-free', subject },
      { kind: 'contribution-absent', contributionId: crypto.randomUUID() },
      { kind: 'object-absent', objectId },
      { kind: 'latest-version', objectId: status.objectId, number: 1 },
      { kind: 'primary-folder', objectId: undefined },
      { kind: 'template-present', templateId: used.templateId, timeCreated: used.timeCreated },
    ],
    ehrStatus: { queryable: true, modifiable: true, subject: newSubject() },
    versions: [next(status), folder, composition, next(composition)],
    attestations: [{ objectId, number: 1, attestation: '{}' }],
    tags: [{ target: { objectId }, tags: [{ key: 'k' }] }],
  });
  await commits.commit(content);
  // Often enough for its statement to be kept.
  for (const _ of [1, 2, 3]) {
    const { templateId, timeCreated } = used;
    const another = first({ templateId, index });
    await commits.commit(
      planOn(ehrId, {
        expectations: [
          { kind: 'ehr-modifiable' },
          { kind: 'object-absent', objectId: another.objectId },
          { kind: 'template-present', templateId, timeCreated },
        ],
        versions: [another],
      }),
    );
  }
  const { timeCommitted = 0 } = (await records.history(ehrId, objectId))[1] ?? {};
  await admin.indexOf(ehrId, objectId);
  for (const replacement of [index, undefined]) {
    await admin.replaceIndexes([{ ehrId, objectId, timeCommitted, index: replacement }]);
  }
  await commits.commit(planOn(ehrId, { versions: [deletion(next(composition))] }));
  await commits.commit(tagPlanOn(ehrId, [{ target: { objectId, number: 1 }, tags: [{ key: 'k' }] }]));

  await records.ehr(ehrId);
  await records.ehrBySubject(subject);
  await records.object(ehrId, objectId);
  for (const selector of [{ kind: 'latest' }, { kind: 'number', number: 1 }, { kind: 'at', time: 9 }] as const) {
    await records.version(ehrId, objectId, selector);
  }
  await records.history(ehrId, objectId);
  await records.folderHierarchies(ehrId, 9);
  await records.contribution(ehrId, content.contribution?.contributionId ?? '');
  await records.contributions(ehrId, { offset: 0, fetch: 9 });
  await tags.tags(ehrId);
  await tags.tags(ehrId, { objectId });
  const kinds = new Set(['COMPOSITION', 'EHR_STATUS', 'FOLDER'] as const);
  for (const allVersions of [true, false]) await Array.fromAsync(queries.candidates({ kinds, allVersions }));
  const projection = {
    archetypeIds: ['openEHR-EHR-COMPOSITION.encounter.v1'],
    paths: [{ steps: [{ attribute: 'name' }], suffix: 'value' }],
  };
  await Array.fromAsync(queries.projected?.({ kinds, allVersions: false }, projection) ?? []);

  await definitions.deleteTemplate(used.templateId);
  await definitions.deleteTemplate(unused.templateId);
  await store.health();
  await admin.deleteEhr(ehrId);
  await commits.commit(newEhr());
  await admin.deleteAllEhrs();
}
