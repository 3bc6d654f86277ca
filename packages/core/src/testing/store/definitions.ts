import { describe, expect, test } from 'vitest';
import { deletion, first, newTemplate, next, planOn, uuid } from '../plans.ts';
import { committed, createEhr, type StoreUnderTest } from '../support.ts';

export function definitionTests(store: StoreUnderTest): void {
  describe('templates', () => {
    test('are stored once per id, whatever their content', async () => {
      const { definitions } = store();
      const template = newTemplate();
      const opt = '\uFEFF<?xml version="1.0"?>\r\n<template>Größe \u{1F600}</template>';
      expect(await definitions.template(template.templateId)).toBeUndefined();
      expect(await definitions.putTemplate(template, opt)).toBe('stored');
      expect(await definitions.putTemplate({ ...template, uid: uuid() }, '<other/>')).toBe('exists');
      expect(await definitions.template(template.templateId)).toEqual({ ...template, opt });
    });

    test('are stored once when they come at the same moment', async () => {
      const { templateId } = newTemplate();
      const rivals = Array.from({ length: 8 }, () => newTemplate({ templateId }));
      const answers = await Promise.all(
        rivals.map((rival) => store().definitions.putTemplate(rival, `<t>${rival.uid}</t>`)),
      );
      expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1);
      const winner = rivals[answers.indexOf('stored')];
      expect((await store().definitions.template(templateId))?.uid).toBe(winner?.uid);
    });

    test('are listed by id, in order of code points', async () => {
      const prefix = uuid();
      // By UTF-16 units the last two would change places; by dictionary, more of them.
      const ids = ['', ' B', '-a', 'B', 'a', 'aa', 'é', '\uFF5E', '\u{1F600}'].map((suffix) => `${prefix}${suffix}`);
      for (const templateId of ids.toReversed()) {
        await store().definitions.putTemplate(newTemplate({ templateId }), '<template/>');
      }
      const listed = (await store().definitions.templates()).filter(({ templateId }) => templateId.startsWith(prefix));
      expect(listed.map(({ templateId }) => templateId)).toEqual(ids);
      expect(Object.keys(listed[0] ?? {})).not.toContain('opt');
    });

    test('are deleted while nothing refers to them, and their id is free again', async () => {
      const { definitions } = store();
      const template = newTemplate();
      expect(await definitions.deleteTemplate(template.templateId)).toBe('absent');
      await definitions.putTemplate(template, '<template/>');
      expect(await definitions.deleteTemplate(template.templateId)).toBe('deleted');
      expect(await definitions.deleteTemplate(template.templateId)).toBe('absent');
      expect(await definitions.template(template.templateId)).toBeUndefined();
      expect(await definitions.putTemplate(template, '<template/>')).toBe('stored');
    });

    test('stay while any version refers to them, an old one of a deleted object too', async () => {
      const { definitions, admin } = store();
      const [template, other] = [newTemplate(), newTemplate()];
      for (const each of [template, other]) await definitions.putTemplate(each, '<template/>');
      const { templateId } = template;
      const ehrId = await createEhr(store());
      const one = first({ templateId });
      await committed(store(), planOn(ehrId, { versions: [one] }));
      expect(await definitions.deleteTemplate(templateId)).toBe('in-use');
      const two = next(one, { templateId: other.templateId });
      await committed(store(), planOn(ehrId, { versions: [two] }));
      const { templateId: _, ...three } = deletion(two);
      await committed(store(), planOn(ehrId, { versions: [three] }));
      expect(await definitions.deleteTemplate(templateId)).toBe('in-use');
      expect(await definitions.deleteTemplate(other.templateId)).toBe('in-use');
      expect((await definitions.template(templateId))?.uid).toBe(template.uid);

      await admin.deleteEhr(ehrId);
      expect(await definitions.deleteTemplate(templateId)).toBe('deleted');
    });
  });
}
