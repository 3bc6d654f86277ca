import { describe, expect, it } from 'vitest';
import {
  archetyped,
  cluster,
  clusterTemplate,
  complex,
  container,
  element,
  findings,
  named,
  ONE,
  OPTIONAL,
  rootObject,
  single,
  slot,
  text,
} from './support.ts';
import { compileSlot } from '../../../src/validation/template/slot.ts';

const DEVICE = 'openEHR-EHR-CLUSTER.device.v1';
const deviceOrSpecialised = 'openEHR-EHR-CLUSTER\\.device(-[a-zA-Z0-9_]+)*\\.v1';

describe('which archetypes fill a slot (1.5 item 4)', () => {
  const address = 'openEHR-EHR-CLUSTER.address.v1';
  it.each([
    ['no assertions: any', [], [], DEVICE, true],
    ['include of anything', ['.*'], [], DEVICE, true],
    ['an include restricts', ['openEHR-EHR-CLUSTER\\.device\\.v1'], [], address, false],
    ['an include is matched whole', ['openEHR-EHR-CLUSTER\\.device\\.v1'], [], 'openEHR-EHR-CLUSTER.device.v10', false],
    ['unescaped dots', ['openEHR-EHR-CLUSTER.device.v1'], [], DEVICE, true],
    [
      'alternatives of whole ids',
      ['openEHR-EHR-CLUSTER\\.device\\.v1|openEHR-EHR-CLUSTER\\.address\\.v1'],
      [],
      address,
      true,
    ],
    ['a specialised id', [deviceOrSpecialised], [], 'openEHR-EHR-CLUSTER.device-pump.v1', true],
    [
      'a specialised id that is not asked for',
      ['openEHR-EHR-CLUSTER\\.device\\.v1'],
      [],
      'openEHR-EHR-CLUSTER.device-pump.v1',
      false,
    ],
    [
      'a minor version counts as its major one',
      ['openEHR-EHR-CLUSTER\\.device\\.v1'],
      [],
      'openEHR-EHR-CLUSTER.device.v1.2.0',
      true,
    ],
    [
      'a minor version that is asked for',
      ['openEHR-EHR-CLUSTER\\.device\\.v1\\.0\\.3'],
      [],
      'openEHR-EHR-CLUSTER.device.v1.0.3',
      true,
    ],
    ['any minor version', ['openEHR-EHR-CLUSTER\\.device\\.v1\\..*'], [], 'openEHR-EHR-CLUSTER.device.v1.2.0', true],
    [
      'another minor version than is asked for',
      ['openEHR-EHR-CLUSTER\\.device\\.v1\\.0\\.3'],
      [],
      'openEHR-EHR-CLUSTER.device.v1.0.4',
      false,
    ],
    [
      'an excluded minor version',
      ['.*'],
      ['openEHR-EHR-CLUSTER\\.device\\.v1\\.0\\.3'],
      'openEHR-EHR-CLUSTER.device.v1.0.3',
      false,
    ],
    ['an exclude of everything closes the list', ['openEHR-EHR-CLUSTER\\.device\\.v1'], ['.*'], address, false],
    ['what is included is not excluded', ['openEHR-EHR-CLUSTER\\.device\\.v1'], ['.*'], DEVICE, true],
    ['an exclude takes away from everything', ['.*'], ['openEHR-EHR-CLUSTER\\.device\\.v1'], DEVICE, false],
    ['an exclude alone', [], ['openEHR-EHR-CLUSTER\\.device\\.v1'], address, true],
    ['anything among alternatives', ['.*|openEHR-EHR-CLUSTER\\.device\\.v1'], [], address, true],
    ['blank assertions are none', [' '], [''], address, true],
    ['an include that is no pattern rejects nothing', ['openEHR-(EHR'], [], address, true],
  ])('%s', (_, includes, excludes, archetypeId, fills) => {
    const warnings: string[] = [];
    const test = compileSlot(slot('CLUSTER', 'at0001', { includes, excludes }), (warning) => warnings.push(warning));
    expect(test(archetypeId)).toBe(fills);
    expect(warnings).toHaveLength(includes.some((pattern) => pattern.includes('(EHR')) ? 1 : 0);
  });
});

describe('a slot in a template', () => {
  const open = slot('CLUSTER', 'at0005', { includes: [deviceOrSpecialised], occurrences: OPTIONAL });
  const compiled = clusterTemplate([container('items', [complex('ELEMENT', 'at0001'), open])]);

  it.each([
    [
      'an archetype that it includes, whatever is in it',
      rootObject('CLUSTER', DEVICE, { items: [element('at0099')] }),
      [],
    ],
    [
      'an archetype that it does not include',
      rootObject('CLUSTER', 'openEHR-EHR-CLUSTER.other.v1'),
      ['/items[0] slot_archetype'],
    ],
    [
      'a node that is no archetype root',
      { _type: 'CLUSTER', name: text('c'), archetype_node_id: 'at0005' },
      ['/items[0] slot_not_archetype_root'],
    ],
    ['another type', rootObject('ELEMENT', DEVICE), ['/items[0] unexpected_node']],
    ['archetype_details left out', { _type: 'CLUSTER', name: text('c'), archetype_node_id: DEVICE }, []],
  ])('%s', (_, member, expected) => {
    expect(findings(compiled, cluster(member))).toEqual(expected);
  });

  it('counts its fills', () => {
    expect(findings(compiled, cluster(rootObject('CLUSTER', DEVICE), rootObject('CLUSTER', DEVICE)))).toEqual([
      '/items occurrences',
    ]);
    const mandatory = clusterTemplate([container('items', [{ ...open, occurrences: ONE }])]);
    expect(findings(mandatory, cluster())).toEqual(['/items occurrences']);
  });

  it('takes no archetype of another class than the object has', () => {
    const anything = clusterTemplate([container('items', [slot('CLUSTER', 'at0005')])]);
    const [finding, ...others] = anything.validate(cluster(rootObject('CLUSTER', 'openEHR-EHR-OBSERVATION.device.v1')));
    expect(others).toEqual([]);
    expect(finding).toEqual({
      path: '/items[0]',
      code: 'slot_archetype',
      message: 'The archetype openEHR-EHR-OBSERVATION.device.v1 is not one of CLUSTER.',
    });
    expect(findings(anything, cluster(rootObject('CLUSTER', 'openEHR-EHR-ITEM.device.v1')))).toEqual([]);
  });

  it('the order of fills decides nothing', () => {
    const any = slot('CLUSTER', 'at0005', { occurrences: OPTIONAL });
    const address = rootObject('CLUSTER', 'openEHR-EHR-CLUSTER.address.v1');
    const device = rootObject('CLUSTER', DEVICE);
    const both = clusterTemplate([container('items', [any, open])]);
    expect(findings(both, cluster(device, address))).toEqual([]);
    expect(findings(both, cluster(address, device))).toEqual([]);
    expect(findings(both, cluster(address, address))).toEqual(['/items occurrences']);
  });

  it('abstract types take their subtypes', () => {
    const items = clusterTemplate([container('items', [slot('ITEM', 'at0005')])]);
    expect(
      findings(items, cluster(rootObject('ELEMENT', 'openEHR-EHR-ELEMENT.e.v1'), rootObject('CLUSTER', DEVICE))),
    ).toEqual([]);
  });

  it('roots are tried before slots, and a slot takes what they have no room or name for', () => {
    const strict = archetyped('CLUSTER', DEVICE, [named('Pump'), single('uid', [], ONE)], OPTIONAL);
    const both = clusterTemplate([container('items', [open, strict])]);
    const pump = { ...rootObject('CLUSTER', DEVICE), name: text('Pump') };
    expect(findings(both, cluster(pump))).toEqual(['/items[0]/uid existence']);
    expect(findings(both, cluster(rootObject('CLUSTER', DEVICE)))).toEqual([]);
    expect(findings(both, cluster({ ...pump, uid: { value: 'x' } }, pump))).toEqual([]);
  });
});
