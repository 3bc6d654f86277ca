import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexByPath, normalisedPath, segment } from '../../../src/template/web-template/paths.ts';

describe('paths (templates.md §2.4)', () => {
  const full = "/content[openEHR-EHR-OBSERVATION.x.v1,'Height']/data[at0001]/items[at0004,'Height']/value";
  it.each([
    ['as in web templates', full],
    ['with the root archetype', `[openEHR-EHR-COMPOSITION.report.v1]${full}`],
    ['with spaces', full.replaceAll(',', ' , ')],
    ['with double quotes', full.replaceAll("'", '"')],
    ['with name/value', full.replaceAll(',', ' and name/value=')],
  ])('are the same %s', (_, spelled) => {
    expect(normalisedPath(spelled)).toEqual({
      full,
      bare: '/content[openEHR-EHR-OBSERVATION.x.v1]/data[at0001]/items[at0004]/value',
    });
  });

  it('survive normalisation, whatever is in a name', () => {
    const attribute = fc.constantFrom('items', 'data', 'other_context');
    const nodeId = fc.constantFrom('at0004', 'at0.34.1', 'openEHR-EHR-CLUSTER.a-b.v1');
    fc.assert(
      fc.property(attribute, nodeId, fc.string({ unit: 'grapheme' }), (at, node, name) => {
        const path = segment(at, node, name) + segment(at, node) + segment('value', '');
        expect(normalisedPath(path).full).toBe(path);
      }),
    );
  });

  it('without names speak for all nodes that differ in name only; with names they win', () => {
    const index = indexByPath(['/a[at1]', "/a[at1,'N']"], (path) => path);
    expect(index.at("/a[at1,'N']")).toEqual(["/a[at1,'N']"]);
    expect(index.at("/a[at1,'M']")).toEqual(['/a[at1]']);
    expect(index.at('/b[at1]')).toEqual([]);
  });
});
