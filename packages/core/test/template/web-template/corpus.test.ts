import { describe, expect, it } from 'vitest';
import { buildWebTemplate, readTemplate } from '../../../src/template/index.ts';
import type { WebTemplateInput, WebTemplateNode } from '../../../src/template/index.ts';
import { normalisedPath } from '../../../src/template/web-template/paths.ts';
import { corpusDir, corpusFiles, corpusText } from '../../support/corpus.ts';

/** Differences to an expected file that are meant, as patterns over `<field> <chain of ids>`. Each must occur. */
const OTHER_PRODUCERS: Readonly<Record<string, readonly RegExp[]>> = {
  // These producers call the RM attributes that they add optional; twelve other files call them mandatory, as the RM
  // does.
  'ehrbase_multi_occurrence.de.v1': [
    /^min .*\/(start_time|setting|time|language|encoding|subject|territory|composer)$/,
  ],
  language_test: [/^min .*\/(start_time|setting|time|language|encoding|subject|territory|composer)$/],
  'example.initialassesment.v0': [
    /^min .*\/(start_time|setting|time|language|encoding|subject|territory|composer)$/,
    // Three of three mandatory items: the cardinality gets lost with the event that is left out.
    /^cardinalities .*\/glasgow_coma_scale_gcs$/,
  ],
  // This one marks no context at all.
  'Test_dv_count_open_constraint.v0': [/^min /, /^inContext /],
  'Test_dv_proportion_open_constraint.v0': [/^min /, /^inContext /, /^proportionTypes /],
  'minimal_evaluation.en.v1': [/^min /, /^inContext /],
  // Nor does it say that parts of a duration are not negative; and a pattern of an archetype id is a pattern.
  'minimal_instruction.en.v1': [/^min /, /^inContext /, /^inputs .*\/duration$/, /^inputs .*\/action_archetype_id$/],
  // An older producer: RM attributes of instruction details, another id for a second `time`, choices as mandatory and
  // with the node id
  // of their ELEMENT, states in the order of the template, the archetype's own codes named `local`.
  'test_all_types.en.v1': [
    /^missing .*\/(activity_id|instruction_id)$/,
    /^nodeId .*_value$/,
    /^min .*(_value|\/timing|\/careflow_step)$/,
    /^inputs .*\/(current_state|action_archetype_id|coded_text)$/,
  ],
  // A value of any type gets the ELEMENT's name for the last step of its path, which is no AQL, and its proportion
  // types unordered.
  'ISPEK - LAB - Laboratory Test Report': [
    /^aqlPath .*\/result_value\/\w+_value$/,
    /^proportionTypes .*\/proportion_value$/,
  ],
};

/** Some expected files are wrapped; in one the root has no path. */
type Root = Omit<WebTemplateNode, 'aqlPath'> & { readonly aqlPath?: string };
interface Expected {
  readonly webTemplate?: { readonly tree: Root };
  readonly tree?: Root;
}

function expectedTree(name: string): WebTemplateNode {
  const file = JSON.parse(corpusText(`webtemplates/${name}.json`)) as Expected;
  const tree = file.webTemplate?.tree ?? file.tree;
  if (tree === undefined) throw new Error('no tree');
  return { ...tree, aqlPath: tree.aqlPath ?? '' };
}

function nodesOf(root: WebTemplateNode): Map<string, WebTemplateNode> {
  const nodes = new Map<string, WebTemplateNode>();
  const walk = (node: WebTemplateNode, parent: string): void => {
    const path = `${parent}/${node.id}`;
    nodes.set(path, node);
    for (const child of node.children ?? []) walk(child, path);
  };
  walk(root, '');
  return nodes;
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? '';

/** What decides what may be entered; labels and translations don't. */
const inputKind = ({ suffix, type, list, listOpen, validation, terminology }: WebTemplateInput) =>
  sorted({
    suffix,
    type,
    list: list?.map(({ value, ordinal, scale, validation: limits }) => ({ value, ordinal, scale, limits })),
    listOpen: listOpen ?? false,
    validation,
    terminology: terminology === 'local' ? undefined : terminology,
  });

/** The structure of a node, by field, each comparable as a text. */
const FIELDS: Readonly<Record<string, (node: WebTemplateNode) => string>> = {
  rmType: ({ rmType }) => rmType,
  nodeId: ({ nodeId }) => nodeId ?? '',
  min: ({ min }) => String(min),
  max: ({ max }) => String(max),
  aqlPath: ({ aqlPath }) => normalisedPath(aqlPath).full,
  inContext: ({ inContext }) => String(inContext ?? false),
  cardinalities: ({ cardinalities }) => sorted(cardinalities ?? []),
  proportionTypes: ({ proportionTypes }) => sorted(proportionTypes ?? []),
  inputs: ({ inputs = [] }) => inputs.map(inputKind).toSorted().join('\n'),
};

function differences(expected: WebTemplateNode, actual: WebTemplateNode): string[] {
  const [left, right] = [nodesOf(expected), nodesOf(actual)];
  const extra = [...right.keys()].filter((path) => !left.has(path)).map((path) => `extra ${path}`);
  const others = [...left].flatMap(([path, node]) => {
    const other = right.get(path);
    if (other === undefined) return [`missing ${path}`];
    return Object.entries(FIELDS).flatMap(([name, field]) => (field(node) === field(other) ? [] : [`${name} ${path}`]));
  });
  return [...extra, ...others];
}

describe.skipIf(corpusDir === undefined)('web templates that other producers made of templates of the corpus', () => {
  const names = corpusFiles('webtemplates', '.json').map((file) => file.slice('webtemplates/'.length, -'.json'.length));

  it.each(names)('%s', (name) => {
    const { tree } = buildWebTemplate(readTemplate(corpusText(`templates/${name}.opt`)));
    const found = differences(expectedTree(name), tree);
    const meant = OTHER_PRODUCERS[name] ?? [];
    expect(found.filter((difference) => !meant.some((pattern) => pattern.test(difference)))).toEqual([]);
    expect(meant.filter((pattern) => !found.some((difference) => pattern.test(difference)))).toEqual([]);
  });
});
