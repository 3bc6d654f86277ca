import { describe, expect, it } from 'vitest';
import { CdrError } from '../../src/errors.ts';
import { buildWebTemplate, readTemplate } from '../../src/template/index.ts';
import type { WebTemplateNode } from '../../src/template/index.ts';
import { corpusDir, corpusFiles, corpusText } from '../support/corpus.ts';

/** Parents of which two children have the same id. */
const ambiguous = (node: WebTemplateNode): string[] => {
  const { children = [] } = node;
  const below = children.flatMap(ambiguous);
  return new Set(children.map(({ id }) => id)).size === children.length ? below : [node.aqlPath, ...below];
};

describe.skipIf(corpusDir === undefined)('templates of the corpus', () => {
  const files = corpusFiles('templates', '.opt');

  it('are there', () => expect(files.length).toBeGreaterThan(100));

  it.each(files)('%s is accepted and has a web template', (file) => {
    const template = readTemplate(corpusText(file));
    expect(`templates/${template.templateId}.opt`).toBe(file);
    expect(template.definition.archetype?.archetypeId).toMatch(/^openEHR-EHR-/);
    const { tree } = buildWebTemplate(template);
    expect(tree.rmType).toBe(template.definition.rmType);
    expect(ambiguous(tree)).toEqual([]);
  });

  it.each(corpusFiles('invalid/templates', '.opt'))('%s is refused', (file) => {
    expect(() => readTemplate(corpusText(file))).toThrow(CdrError);
  });
});
