import { describe, expect, it } from 'vitest';
import { CdrError } from '../../../src/errors.ts';
import { readTemplate } from '../../../src/template/index.ts';
import { element, evaluation, opt, termDefinitions } from '../support/opt.ts';

function refusal(xml: string): CdrError {
  try {
    readTemplate(xml);
  } catch (error) {
    if (error instanceof CdrError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

const plain = evaluation(element('at0002', []), { at0002: 'Note' });
const codesOf = (xml: string) => refusal(xml).fields.issues?.map(({ path, code }) => [path, code]);

describe('the envelope of an OPT', () => {
  it('gives ids, concept, languages and other details', () => {
    const xml = opt('', {
      languages: ['en', 'de'],
      otherDetails: { sem_ver: '1.2.0', empty: '' },
      concept: 'Encounter',
    });
    expect(readTemplate(xml)).toMatchObject({
      templateId: 'test.v1',
      concept: 'Encounter',
      uid: 'c8b2ef96-5ee0-4b31-a6d0-2f5ee8ecf3a1',
      language: 'en',
      languages: ['en', 'de'],
      otherDetails: new Map([
        ['sem_ver', '1.2.0'],
        ['empty', ''],
      ]),
      warnings: [],
    });
  });

  it('may lack description and uid', () => {
    const xml = plain.replace(/<description>.*<\/uid>/s, '');
    expect(readTemplate(xml)).toMatchObject({ uid: undefined, languages: ['en'] });
  });

  it.each(['COMPOSITION', 'SECTION', 'ITEM_TREE', 'ACTION', 'EHR_STATUS', 'PERSON', 'ADDRESS'])(
    'takes a root of type %s',
    (rmType) => {
      expect(readTemplate(opt('', { rmType })).definition.rmType).toBe(rmType);
    },
  );

  it.each([
    ['no namespace', plain.replace(' xmlns="http://schemas.openehr.org/v1"', '')],
    ['namespace v2', plain.replace('openehr.org/v1', 'openehr.org/v2')],
    [
      'root OPERATIONAL_TEMPLATE',
      plain.replace('<template ', '<OPERATIONAL_TEMPLATE ').replace('</template>', '</OPERATIONAL_TEMPLATE>'),
    ],
    ['byte order mark', `\ufeff${plain}`],
    [
      'a prefix for elements and types',
      plain
        .replace('xmlns=', 'xmlns:o=')
        .replaceAll(/<(\/?)([a-z])/g, '<$1o:$2')
        .replaceAll('xsi:type="', 'xsi:type="o:'),
    ],
    ['pretty-printed', plain.replaceAll(/>([^<]+)</g, '>\n      $1\n    <').replaceAll('><', '>\n  <')],
  ])('reads the same from %s', (_, xml) => {
    expect(readTemplate(xml)).toEqual(readTemplate(plain));
  });
});

describe('what is no usable OPT', () => {
  const without = (name: string) => plain.replace(new RegExp(`<${name}>.*?</${name}>`, 's'), '');
  it.each([
    ['another root', '<archetype xmlns="http://schemas.openehr.org/v1"/>', [['/', 'not_a_template']]],
    ['another namespace', plain.replace('openehr.org/v1', 'example.org/v1'), [['/', 'not_a_template']]],
    [
      'nothing inside',
      '<template xmlns="http://schemas.openehr.org/v1"/>',
      [
        ['/language', 'missing_element'],
        ['/template_id', 'missing_element'],
        ['/concept', 'missing_element'],
        ['/definition', 'missing_element'],
      ],
    ],
    [
      'an id that is too long',
      plain.replace(/(<template_id>\s*<value>)[^<]*/, `$1${'x'.repeat(501)}`),
      [['/template_id', 'id_too_long']],
    ],
    ['no language', without('language'), [['/language', 'missing_element']]],
    ['an empty template_id', plain.replace('>test.v1<', '> <'), [['/template_id', 'missing_element']]],
    ['no template_id', without('template_id'), [['/template_id', 'missing_element']]],
    ['no concept', without('concept'), [['/concept', 'missing_element']]],
    ['an empty concept', plain.replace('>Test</concept>', '></concept>'), [['/concept', 'missing_element']]],
    ['two concepts', plain.replace('<concept>', '<concept>Other</concept><concept>'), [['/', 'duplicate_element']]],
    [
      'a template_id twice',
      plain.replace('</template>', '<template_id><value>x</value></template_id></template>'),
      [['/', 'duplicate_element']],
    ],
    ['two definitions', plain.replace('</template>', '<definition/></template>'), [['/', 'duplicate_element']]],
    ['an alien element', plain.replace('<concept>', '<frog>x</frog><concept>'), [['/', 'unknown_element']]],
    ['a root type that the RM does not know', opt('', { rmType: 'FROG' }), [['/', 'unknown_rm_type']]],
  ])('%s', (_, xml, issues) => {
    expect(codesOf(xml)).toEqual(issues);
    expect(refusal(xml).code).toBe('invalid_template');
  });

  it('says all reasons at once, each with its line', () => {
    const xml = plain.replace('<concept>', '<frog/>\n<concept>').replace('<concept>', '<toad/><concept>');
    const error = refusal(xml);
    expect(error.fields.issues?.map(({ message }) => message)).toEqual([
      'An operational template has no element frog (line 2)',
      'An operational template has no element toad (line 3)',
    ]);
    expect(error.message).toBe('An operational template has no element frog (line 2) (and 1 more).');
  });

  it('is malformed_xml where it is no XML', () => {
    expect(refusal('').code).toBe('malformed_xml');
    expect(refusal(plain.slice(0, -5)).code).toBe('malformed_xml');
    expect(refusal(plain.replace('<template', '<!DOCTYPE template><template')).code).toBe('malformed_xml');
  });
});

describe('a terse export, which leaves out what has a default', () => {
  const terse = plain.replaceAll(/<occurrences>.*?<\/occurrences>|<concept>.*?<\/concept>/gs, '');

  it('may lack the concept: the name of its root stands in', () => {
    expect(readTemplate(terse).concept).toBe('Test');
    expect(readTemplate(terse.replaceAll(termDefinitions({ at0000: 'Test' }), '')).concept).toBe('test.v1');
  });

  it('has occurrences by attribute: any number in a container, one elsewhere', () => {
    const [content] = readTemplate(terse).definition.attributes;
    const entry = content?.children[0];
    expect(entry?.occurrences).toEqual({ min: 0 });
    expect(entry?.kind === 'complex' ? entry.attributes[0]?.children[0]?.occurrences : undefined).toEqual({
      min: 1,
      max: 1,
    });
  });

  it('calls containers single attributes; the reference model knows better', () => {
    const single = terse.replaceAll('C_MULTIPLE_ATTRIBUTE', 'C_SINGLE_ATTRIBUTE');
    expect(readTemplate(single)).toEqual(readTemplate(terse));
  });

  it('may not have an empty concept', () => {
    expect(codesOf(terse.replace('<definition>', '<concept/><definition>'))).toEqual([['/concept', 'missing_element']]);
  });
});
