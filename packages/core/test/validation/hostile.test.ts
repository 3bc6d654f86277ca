import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/index.ts';
import type { CObject } from '../../src/template/index.ts';
import { checkRm } from '../../src/validation/check-rm.ts';
import { parseTerminologyId } from '../../src/validation/terminology-id.ts';
import {
  cluster,
  clusterTemplate,
  codedText,
  codes,
  complex,
  container,
  element,
  findings,
  findingsOnValue,
  MANY,
  named,
  OPTIONAL,
  rootObject,
  single,
  slot,
  text,
} from './template/support.ts';

/** So long that anything but one pass over the text would run into the time limit of a test. */
const LONG = 500_000;
const long = (text: string): string => text.repeat(LONG / text.length);

describe('a text as long as a request may be is read in one pass', () => {
  it.each([
    ['brackets', long('(')],
    ['brackets and white space', long('( ')],
    ['colons', long(':')],
  ])('terminology ids of %s', (_name, id) => {
    const coded = complex('DV_CODED_TEXT', '', [single('defining_code', [codes('SNOMED-CT', '1')])]);
    expect(findingsOnValue(codedText(id, '1'), coded)).toEqual(['/value/defining_code terminology_not_allowed']);
    const category = { _type: 'PARTY_RELATED', name: 'x', relationship: codedText(id, '1') };
    expect(checkRm(category, 'PARTY_PROXY').invariants).toEqual([]);
  });

  it.each([
    ['white space', long(' ')],
    ['white space and a sign', `${long(' ')}#`],
    ['signs', long('#1')],
    ['digits', `#${long('1')}x`],
  ])('names of %s', (_name, name) => {
    const compiled = clusterTemplate([container('items', [complex('ELEMENT', 'at0001', [named('a name')])])]);
    expect(findings(compiled, cluster(element('at0001', name)))).toEqual(['/items[0]/name name_not_allowed']);
  });

  it.each([
    ['minor versions', `${long('.v1-')}\n`],
    ['a version', `.v${long('1')}\n`],
    ['points', long('.v')],
  ])('node ids of %s', (_name, nodeId) => {
    const compiled = clusterTemplate([container('items', [slot('CLUSTER', 'at0001', { includes: ['a.*'] })])]);
    const data: JsonObject = rootObject('CLUSTER', `x-${nodeId}`, { items: [element('at0001')] });
    expect(findings(compiled, cluster(data))).toHaveLength(1);
  });

  it.each([
    ['archetype_id', { archetype_id: { value: long('a-a-a.') }, rm_version: '1' }, 'ARCHETYPED'],
    ['object_version_id', { value: `${long('a:')}::a` }, 'OBJECT_VERSION_ID'],
    ['namespace', { namespace: `${long('a')} `, type: 'x', id: { _type: 'HIER_OBJECT_ID', value: 'x' } }, 'OBJECT_REF'],
  ])('%s', (_name, value, rmType) => {
    expect(checkRm(value, rmType).invariants).toHaveLength(1);
  });
});

describe('a template that is ambiguous at every depth', () => {
  const self: CObject = {
    kind: 'internal-ref',
    rmType: 'CLUSTER',
    nodeId: 'at0001',
    occurrences: MANY,
    targetPath: '/items[at0001]',
  };
  const recursive = complex('CLUSTER', 'at0001', [container('items', [self, self, complex('ELEMENT', 'at0002')])]);
  const compiled = clusterTemplate([container('items', [recursive])]);
  const nested = (innermost: JsonObject): JsonObject => {
    let data = innermost;
    for (let depth = 0; depth < 180; depth++)
      data = { _type: 'CLUSTER', name: text('c'), archetype_node_id: 'at0001', items: [data] };
    return data;
  };

  it('accepts what is right at the first trial', () => {
    expect(findings(compiled, cluster(nested(element('at0002'))))).toEqual([]);
  });

  it('refuses what is wrong without trying everything', () => {
    expect(findings(compiled, cluster(nested(element('at0003'))))).toEqual([
      `${'/items[0]'.repeat(181)} unexpected_node`,
    ]);
  });

  it('may have references that lead to nothing but references', () => {
    const [there, back]: [CObject, CObject] = [
      { ...self, nodeId: 'at0008', targetPath: '/items[at0009]' },
      { ...self, nodeId: 'at0009', targetPath: '/items[at0008]' },
    ];
    const circular = clusterTemplate([container('items', [there, back])]);
    expect(circular.warnings).toHaveLength(2);
    expect(findings(circular, cluster(nested(element('at0002'))))).toEqual(['/items[0] unexpected_node']);
  });
});

describe('many nodes for many members', () => {
  const MANY_NODES = 4000;
  const times = <T>(make: (index: number) => T): T[] => Array.from({ length: MANY_NODES }, (_, index) => make(index));
  const quantity = (units: string): JsonObject => ({ _type: 'DV_QUANTITY', units, magnitude: 1 });
  const unitsOf = (units: string): CObject => ({
    kind: 'quantity',
    rmType: 'DV_QUANTITY',
    nodeId: '',
    occurrences: OPTIONAL,
    property: undefined,
    list: [{ units }],
  });
  const valueIs = (...alternatives: CObject[]) => single('value', alternatives);

  it('siblings told apart by name', () => {
    const compiled = clusterTemplate([
      container(
        'items',
        times((i) => complex('ELEMENT', 'at0001', [named(`N${i}`)], OPTIONAL)),
      ),
    ]);
    expect(findings(compiled, cluster(...times((i) => element('at0001', `N${MANY_NODES - 1 - i}`))))).toEqual([]);
    expect(findings(compiled, cluster(...times(() => element('at0001', 'N7'))))).toEqual(['/items occurrences']);
  });

  it('siblings told apart by nothing', () => {
    const alike = times(() => complex('ELEMENT', 'at0001', [], OPTIONAL));
    expect(findings(clusterTemplate([container('items', alike)]), cluster(...times(() => element('at0001'))))).toEqual(
      [],
    );
  });

  it('slots', () => {
    const compiled = clusterTemplate([
      container(
        'items',
        times((i) =>
          slot('CLUSTER', 'at0001', { includes: [`openEHR-EHR-CLUSTER\\.x${i}\\.v1`], occurrences: OPTIONAL }),
        ),
      ),
    ]);
    const fill = (id: string) => rootObject('CLUSTER', `openEHR-EHR-CLUSTER.${id}.v1`);
    expect(findings(compiled, cluster(...times(() => fill('z'))))).toHaveLength(101);
    expect(findings(compiled, cluster(...times((i) => fill(`x${MANY_NODES - 1 - i}`))))).toEqual([]);
  });

  it('alternatives, of which the last is right, are all accepted', () => {
    const value = valueIs(...times((i) => unitsOf(`u${i}`)));
    const compiled = clusterTemplate([container('items', [complex('ELEMENT', 'at0001', [value])])]);
    const last = quantity(`u${MANY_NODES - 1}`);
    expect(findings(compiled, cluster(...times(() => element('at0001', 'n', last))))).toEqual([]);
    expect(findings(compiled, cluster(element('at0001', 'n', quantity('z'))))).toEqual([
      '/items[0]/value no_alternative',
    ]);
  });
});

describe('parseTerminologyId', () => {
  it.each([
    ['SNOMED-CT', 'SNOMED-CT', undefined],
    ['SNOMED-CT(2003)', 'SNOMED-CT', '2003'],
    ['SNOMED-CT()', 'SNOMED-CT', ''],
    ['ISO_639-1::1988', 'ISO_639-1', '1988'],
    ['a(b)::c', 'a(b)', 'c'],
    ['a::b(c)', 'a', 'b(c)'],
    ['a(b', 'a(b', undefined],
    ['a)', 'a)', undefined],
  ])('%s', (id, name, version) => {
    expect(parseTerminologyId(id)).toEqual({ name, version });
  });
});
