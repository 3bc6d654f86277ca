import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CdrError } from '../../src/errors.ts';
import { attributeOf, child, childrenOf, parseXml, rawTextOf, textOf } from '../../src/xml/index.ts';
import type { XmlElement } from '../../src/xml/index.ts';

function refusal(text: string, limits?: Parameters<typeof parseXml>[1]): string {
  try {
    parseXml(text, limits);
  } catch (error) {
    if (error instanceof CdrError && error.code === 'malformed_xml') return error.message;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parseXml, the tree', () => {
  it('resolves namespaces, default and prefixed, and keeps local names', () => {
    const root = parseXml('<a xmlns="urn:one" xmlns:t="urn:two" t:x="1" x="2"><t:b/><c xmlns=""/></a>');
    expect(root).toMatchObject({ name: 'a', namespace: 'urn:one' });
    expect(root.children.map(({ name, namespace }) => [name, namespace])).toEqual([
      ['b', 'urn:two'],
      ['c', ''],
    ]);
    expect(root.attributes).toEqual([
      { name: 'x', namespace: 'urn:two', value: '1' },
      { name: 'x', namespace: '', value: '2' },
    ]);
    expect(attributeOf(root, 'x')).toBe('2');
  });

  it.each([
    ['default namespace', '<a xmlns="urn:v1" xmlns:xsi="XSI" xsi:type="DV_TEXT"/>', 'DV_TEXT', 'urn:v1'],
    ['prefix', '<p:a xmlns:p="urn:v1" xmlns:xsi="XSI" xsi:type=" p:DV_TEXT "/>', 'DV_TEXT', 'urn:v1'],
    ['other prefix for the schema instance', '<a xmlns:i="XSI" i:type="DV_TEXT"/>', 'DV_TEXT', ''],
    ['prefix that nothing binds', '<a xmlns:xsi="XSI" xsi:type="xsd:string"/>', 'string', ''],
    [
      'damaged namespace of one exporter',
      '<a xmlns:xsi="http //www.w3.org/2001/XMLSchema-instance" xsi:type="X"/>',
      'X',
      '',
    ],
  ])('reads xsi:type as a qualified name: %s', (_, text, name, namespace) => {
    const root = parseXml(text.replace('XSI', 'http://www.w3.org/2001/XMLSchema-instance'));
    expect(root.type).toEqual({ name, namespace });
    expect(root.attributes).toEqual([]);
  });

  it('does not take an attribute named type for xsi:type', () => {
    expect(parseXml('<a type="X"/>').type).toBeUndefined();
  });

  it('keeps text verbatim, with entities and CDATA resolved and comments gone', () => {
    const root = parseXml('<a>  x &lt;&#233;&#x1F600;<!-- no --><![CDATA[ <y> & ]]>\n<b/> tail </a>');
    expect(rawTextOf(root)).toBe('  x <é😀 <y> & \n tail ');
    expect(textOf(root)).toBe('x <é😀 <y> & \n tail');
  });

  it('drops indentation between elements, but not the white space of a leaf', () => {
    const root = parseXml('<a>\n  <b> \u00a0 </b>\n</a>');
    expect(rawTextOf(root)).toBe('');
    expect(rawTextOf(child(root, 'b'))).toBe(' \u00a0 ');
    expect(textOf(child(root, 'b'))).toBe('\u00a0');
    expect(textOf(child(root, 'none'))).toBe('');
  });

  it('finds children by local name in document order', () => {
    const root = parseXml('<a xmlns:p="urn:p"><b>1</b><c/><p:b>2</p:b></a>');
    expect(childrenOf(root, 'b').map(textOf)).toEqual(['1', '2']);
    expect(textOf(child(root, 'b'))).toBe('1');
  });

  it('counts lines from 1 and tolerates a byte order mark and a style sheet', () => {
    const root = parseXml(
      '\ufeff<?xml version="1.0" encoding="utf-8"?>\n<?xml-stylesheet href="x.xsl"?>\n<a>\n<b\nx="1"/></a>',
    );
    expect(root.line).toBe(3);
    expect(child(root, 'b')?.line).toBe(5);
  });
});

describe('parseXml, what it refuses', () => {
  it.each([
    ['an empty text', '', 'root element'],
    ['a declaration alone', '<?xml version="1.0"?>', 'root element'],
    ['two roots', '<a/><b/>', 'only one root'],
    ['text after the root', '<a/>secret', 'text data outside of root node'],
    ['a missing end tag', '<secret><b></b>', 'unclosed tag'],
    ['crossed tags', '<a><b></a></b>', 'unexpected close tag'],
    ['an attribute twice', '<a secret="1" secret="2"/>', 'duplicate attribute'],
    ['an unbound prefix', '<secret:a/>', 'unbound namespace prefix'],
    ['a control character', '<a>\u0001</a>', 'disallowed character'],
    ['a character reference to one', '<a>&#1;</a>', 'malformed character entity'],
    ['a document type', '<!DOCTYPE secret SYSTEM "file:///etc/passwd"><a/>', 'document type'],
    ['entities', '<!DOCTYPE a [<!ENTITY secret "x"><!ENTITY b "&secret;&secret;">]><a>&b;</a>', 'document type'],
    ['an unknown entity', '<a>&secret;</a>', 'undefined entity'],
    ['an entity named like a method', '<a>&constructor;</a>', 'undefined entity'],
    ['a processing instruction', '<?secret x?><a/>', 'processing instructions'],
  ])('%s', (_, text, problem) => {
    const message = refusal(text);
    expect(message).toMatch(/^XML line \d+, column \d+: /);
    expect(message).toContain(problem);
    expect(message).not.toContain('secret');
  });

  it('nesting and size beyond the limits, and nothing before', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(parseXml(nested(200)).name).toBe('a');
    expect(refusal(nested(201))).toContain('deeper than 200 levels');
    expect(refusal('<a>'.repeat(100_000))).toContain('deeper than 200 levels');
    expect(refusal('<a><b/><b/></a>', { maxElements: 2 })).toContain('more than 2 elements');
  });
});

describe('parseXml, laws', () => {
  const name = fc.constantFrom('a', 'b', 'value', 'archetype_node_id');
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll(/[^\p{L}\p{N} <>&'"\]]/gu, ''));
  const escape = (value: string) => value.replaceAll(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);
  interface Node {
    readonly name: string;
    readonly id: string;
    readonly text: string;
    readonly children: readonly Node[];
  }
  const nodeOf = (children: fc.Arbitrary<readonly Node[]>): fc.Arbitrary<Node> =>
    fc.record({ name, id: text, text, children });
  const leaves = fc.array(nodeOf(fc.constant([])), { maxLength: 3 });
  const node = nodeOf(fc.array(nodeOf(leaves), { maxLength: 3 }));
  const write = (given: Node): string =>
    `<${given.name} id="${escape(given.id)}">${escape(given.text)}${given.children.map(write).join('')}</${given.name}>`;
  const read = (element: XmlElement): Node => ({
    name: element.name,
    id: attributeOf(element, 'id') ?? '',
    text: element.text,
    children: element.children.map(read),
  });
  const blankTextGone = (given: Node): Node => ({
    ...given,
    text: given.children.length > 0 && given.text.trim() === '' ? '' : given.text,
    children: given.children.map(blankTextGone),
  });

  it('reads back what was written', () => {
    fc.assert(
      fc.property(node, (given) => {
        expect(read(parseXml(write(given)))).toEqual(blankTextGone(given));
      }),
    );
  });

  it('answers any text with a tree or malformed_xml', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[<>&;!?a/= "'[\]-]*$/)), (given) => {
        try {
          parseXml(given);
        } catch (error) {
          expect(error).toMatchObject({ code: 'malformed_xml' });
        }
      }),
    );
  });
});
