import { SaxesParser } from 'saxes';
import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';
import { CdrError } from '../errors.ts';
import { trimXml } from './element.ts';
import type { XmlAttribute, XmlElement, XmlName } from './element.ts';

export interface XmlLimits {
  /** Deepest nesting of elements; 200 unless told. */
  readonly maxDepth?: number;
  /** Most elements in one document; a million unless told. */
  readonly maxElements?: number;
}

/** An element while its end tag has not been seen. */
type Open = { -readonly [K in keyof XmlElement]: XmlElement[K] } & { children: XmlElement[] };

type Parser = SaxesParser<{ xmlns: true }>;

const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
const NO_ATTRIBUTES: readonly XmlAttribute[] = [];

/**
 * Reads an XML 1.0 document, namespaces resolved, into a tree.
 *
 * Hostile or exotic XML is refused rather than interpreted: a document type declaration (and with it every declared
 * entity), processing instructions other than style sheets, and nesting beyond the limit. A byte order mark is skipped.
 *
 * @throws CdrError `malformed_xml`, with line and column but nothing of the content.
 */
export function parseXml(text: string, limits: XmlLimits = {}): XmlElement {
  const { maxDepth = 200, maxElements = 1_000_000 } = limits;
  const parser: Parser = new SaxesParser({ xmlns: true });
  const stack: Open[] = [];
  let root: XmlElement | undefined;
  let elements = 0;

  const refuse = (problem: string): never => {
    throw new CdrError('malformed_xml', `XML line ${parser.line}, column ${parser.column}: ${problem}.`);
  };

  parser.on('error', (error) => refuse(withoutContent(error.message)));
  parser.on('doctype', () => refuse('a document type declaration is not allowed'));
  parser.on('processinginstruction', ({ target }) => {
    if (target !== 'xml-stylesheet') refuse('processing instructions are not allowed');
  });
  parser.on('opentag', (tag) => {
    if (stack.length >= maxDepth) refuse(`elements are nested deeper than ${maxDepth} levels`);
    if (++elements > maxElements) refuse(`the document has more than ${maxElements} elements`);
    stack.push(openElement(parser, tag));
  });
  parser.on('text', (data) => {
    const open = stack.at(-1);
    if (open !== undefined) open.text += data;
  });
  parser.on('cdata', (data) => {
    const open = stack.at(-1);
    if (open !== undefined) open.text += data;
  });
  parser.on('closetag', () => {
    const closed = stack.pop();
    if (closed === undefined) return;
    if (closed.children.length > 0 && trimXml(closed.text) === '') closed.text = '';
    const parent = stack.at(-1);
    if (parent === undefined) root = closed;
    else parent.children.push(closed);
  });

  parser.write(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).close();
  return root ?? refuse('the document has no root element');
}

function openElement(parser: Parser, tag: SaxesTagNS): Open {
  const open: Open = {
    name: tag.local,
    namespace: tag.uri,
    attributes: NO_ATTRIBUTES,
    type: undefined,
    children: [],
    text: '',
    line: parser.line,
  };
  let attributes: XmlAttribute[] | undefined;
  for (const key in tag.attributes) {
    const attribute = tag.attributes[key];
    if (attribute === undefined || attribute.uri === XMLNS_NAMESPACE) continue;
    if (isSchemaType(attribute)) open.type = qualifiedName(parser, attribute.value);
    else (attributes ??= []).push({ name: attribute.local, namespace: attribute.uri, value: attribute.value });
  }
  if (attributes !== undefined) open.attributes = attributes;
  return open;
}

/**
 * `xsi:type`. An exporter of templates writes the namespace as `http //www.w3.org/…`, so its scheme is not looked at.
 */
const isSchemaType = ({ local, uri }: SaxesAttributeNS): boolean =>
  local === 'type' && uri.endsWith('//www.w3.org/2001/XMLSchema-instance');

function qualifiedName(parser: Parser, value: string): XmlName {
  const text = trimXml(value);
  const colon = text.indexOf(':');
  const namespace = parser.resolve(colon < 0 ? '' : text.slice(0, colon)) ?? '';
  return { name: text.slice(colon + 1), namespace };
}

/**
 * The parser's own words start with its position and may end in a name or prefix from the document: both are cut off.
 */
const withoutContent = (message: string): string => message.replace(/^(?:\d+:)+\s*/, '').replace(/(?::\s.*|\.)$/s, '');
