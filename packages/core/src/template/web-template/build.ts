import type { OperationalTemplate } from '../model.ts';
import { indexAnnotations } from './annotations.ts';
import { indexDefaults } from './defaults.ts';
import { finish } from './finish.ts';
import type { WebTemplate } from './model.ts';
import { rootDraft } from './node.ts';

/**
 * Far beyond any real template. References and lists of names multiply nodes, so that a small file can ask for a tree
 * that no memory holds.
 */
const MAX_NODES = 100_000;

/**
 * The web template (version 2.3) of an operational template.
 *
 * Levels without meaning for a form (item structures, histories, a single event, ELEMENT and its value) are merged, ids
 * are made of names and unique among siblings, and what FLAT takes from a composition's context is marked. Slots have
 * no node.
 */
export function buildWebTemplate(template: OperationalTemplate): WebTemplate {
  const tree = rootDraft({
    template,
    annotations: indexAnnotations(template),
    defaults: indexDefaults(template),
    references: new Set(),
    budget: { left: MAX_NODES },
  });
  const semVer = template.otherDetails.get('sem_ver');
  const isSingleton = template.otherDetails.get('is_singleton');
  return {
    templateId: template.templateId,
    ...(semVer === undefined ? {} : { semVer }),
    version: '2.3',
    defaultLanguage: template.language,
    languages: template.languages,
    tree: finish(tree, template.language),
    ...(isSingleton === undefined ? {} : { otherDetails: { is_singleton: isSingleton } }),
  };
}
