import { CdrError } from '../../errors.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../json/index.ts';
import { trimXml, type XmlAttribute, type XmlElement } from '../../xml/index.ts';
import { isMarkupNamespace, isOpenehrNamespace, XSI } from './names.ts';
import { classNamed, report, typeNamed, type Reading } from './reading.ts';
import { readBoolean, readNumber, readOctets } from './scalars.ts';
import { fits, type Content, type ScalarKind, type XmlClass, type XmlMember } from './schema.ts';
import { below, type Where } from './where.ts';

/** As deep as canonical JSON may be: what is read here is stored, and read again as JSON. */
const DEEPEST = 200;

/** Functions of ARCHETYPE_ID that a widespread serialiser writes as if they were attributes; all follow from `value`. */
const derivedFromArchetypeId = new Set([
  'qualifiedRmEntity',
  'domainConcept',
  'rmOriginator',
  'rmName',
  'rmEntity',
  'specialisation',
  'versionId',
]);

/** What an element holds that is an object of this class; with `_type` when `typed`. */
export function readObject(
  reading: Reading,
  element: XmlElement,
  xmlClass: XmlClass,
  typed: boolean,
  where: Where,
): JsonObject {
  if (where.depth > DEEPEST) {
    throw new CdrError(
      'malformed_xml',
      `XML line ${element.line}: objects and lists are nested deeper than ${DEEPEST} levels.`,
    );
  }
  const object: Record<string, JsonValue> = typed ? { _type: xmlClass.name } : {};
  for (const attribute of element.attributes) readXmlAttribute(reading, element, attribute, xmlClass, object, where);
  for (const child of element.children) readMember(reading, child, xmlClass, object, where);
  if (element.text !== '' && trimXml(element.text) !== '') {
    report(reading, where, element, 'unexpected_text', `there is text where ${xmlClass.name} has elements only`);
  }
  return object;
}

function readXmlAttribute(
  reading: Reading,
  element: XmlElement,
  attribute: XmlAttribute,
  xmlClass: XmlClass,
  object: Record<string, JsonValue>,
  where: Where,
): void {
  const { name, namespace, value } = attribute;
  if (isMarkupNamespace(namespace)) return;
  if (isOpenehrNamespace(namespace) && xmlClass.byElement.get(name)?.xmlAttribute === true) object[name] = value;
  else unknown(reading, element, name, xmlClass, where);
}

function readMember(
  reading: Reading,
  child: XmlElement,
  xmlClass: XmlClass,
  object: Record<string, JsonValue>,
  parent: Where,
): void {
  const member = xmlClass.byElement.get(child.name);
  if (member === undefined || !isOpenehrNamespace(child.namespace)) {
    if (xmlClass.name === 'ARCHETYPE_ID' && derivedFromArchetypeId.has(child.name)) return;
    unknown(reading, child, child.name, xmlClass, parent);
    return;
  }
  if (isNil(child)) return;
  const present = object[member.name];
  const list = member.list ? listOf(present) : undefined;
  const where = below(parent, member.name, list?.length);
  if (present !== undefined && list === undefined) {
    report(reading, where, child, 'single_value_expected', `${xmlClass.name} has one ${member.element} at most`);
    return;
  }
  // What can't be read has been reported, and nothing becomes of the object; it still counts as a member.
  const value = readContent(reading, child, member.content, where) ?? null;
  if (list === undefined) object[member.name] = value;
  else {
    list.push(value);
    object[member.name] = list;
  }
}

const listOf = (present: JsonValue | undefined): JsonValue[] => (Array.isArray(present) ? present : []);

const isNil = ({ attributes }: XmlElement): boolean =>
  attributes.some(({ name, namespace, value }) => name === 'nil' && namespace === XSI && readBoolean(value) === true);

function unknown(reading: Reading, element: XmlElement, name: string, xmlClass: XmlClass, where: Where): void {
  const message = `${xmlClass.name} has no such attribute in canonical XML`;
  report(reading, below(where, name, undefined), element, 'unknown_attribute', message);
}

/** Undefined when it is not what it should be; that is reported then. */
function readContent(reading: Reading, element: XmlElement, content: Content, where: Where): JsonValue | undefined {
  switch (content.kind) {
    case 'object': {
      const xmlClass = classNamed(reading, element, content.rmType, where);
      return xmlClass && readObject(reading, element, xmlClass, true, where);
    }
    case 'choice':
      return readChoice(reading, element, content, where);
    default:
      return readScalar(reading, element, content.kind, where);
  }
}

function readScalar(reading: Reading, element: XmlElement, kind: ScalarKind, where: Where): JsonValue | undefined {
  const { text, children, attributes } = element;
  if (kind === 'open') {
    report(reading, where, element, 'unsupported', 'an object of an open class can only be sent as JSON');
    return undefined;
  }
  if (children.length > 0 || attributes.some(({ namespace }) => !isMarkupNamespace(namespace))) {
    report(reading, where, element, 'wrong_primitive', `expected is ${expected[kind]} without elements or attributes`);
    return undefined;
  }
  const value = scalar(text, kind);
  if (value === undefined) report(reading, where, element, 'wrong_primitive', `expected is ${expected[kind]}`);
  return value;
}

const expected: Readonly<Record<Exclude<ScalarKind, 'open'>, string>> = {
  text: 'text',
  number: 'a number',
  boolean: 'true or false',
  octets: 'base64 text',
};

function scalar(text: string, kind: Exclude<ScalarKind, 'open'>): JsonValue | undefined {
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      return readNumber(text);
    case 'boolean':
      return readBoolean(text);
    case 'octets':
      return readOctets(text);
  }
}

type Choice = Extract<Content, { readonly kind: 'choice' }>;

function readChoice(reading: Reading, element: XmlElement, choice: Choice, where: Where): JsonValue | undefined {
  const { rmTypes, leaf } = choice;
  const named = typeNamed(element);
  if (named === undefined && leaf !== undefined && element.children.length === 0) {
    return leaf === 'text' ? readScalar(reading, element, 'text', where) : readSimplified(reading, element, where);
  }
  const [first = ''] = rmTypes;
  const declared = rmTypes.find((type) => (named === undefined ? knowsAll(reading, type, element) : fits(named, type)));
  const xmlClass = classNamed(reading, element, declared ?? first, where);
  return xmlClass && readObject(reading, element, xmlClass, named !== undefined, where);
}

function knowsAll({ schema }: Reading, type: string, { children }: XmlElement): boolean {
  const members: ReadonlyMap<string, XmlMember> | undefined = schema.get(type)?.byElement;
  return children.every(({ name }) => members?.has(name) === true);
}

/** FLAT or STRUCTURED, which are JSON, inside an envelope that is XML. */
function readSimplified(reading: Reading, element: XmlElement, where: Where): JsonValue | undefined {
  const value = parseJson(element.text);
  if (isJsonObject(value)) return value;
  report(
    reading,
    where,
    element,
    'object_expected',
    'expected is an object: canonical XML, or FLAT or STRUCTURED as JSON text',
  );
  return undefined;
}
