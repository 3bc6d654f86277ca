import { CdrError } from '../../errors.ts';
import { isJsonObject, LexicalNumber, type JsonObject, type JsonValue } from '../../json/index.ts';
import { typeOf } from '../../rm/index.ts';
import { OPENEHR_V1, XSI, xmlRoot } from './names.ts';
import { fits, rmSchema, type Content, type XmlClass, type XmlMember } from './schema.ts';
import { attributeText, elementText } from './text.ts';
import { below, pathOf, root, type Where } from './where.ts';

const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES = ` xmlns="${OPENEHR_V1}" xmlns:xsi="${XSI}"`;

/**
 * Writes canonical JSON as a canonical XML document, without indentation.
 *
 * Namespace of the v1 schemas; elements in their order, with what later releases added at the end of each class;
 * `xsi:type` exactly where an object is of another class than the schema declares. Texts and numbers as they are;
 * empty lists and nulls leave no trace.
 *
 * @throws CdrError `not_representable` when a text holds a character that XML 1.0 has no way to write (most control
 * characters); `invalid_body` when the object does not have the form of an `rmType`, which validation has made sure of.
 */
export function writeCanonicalXml(value: JsonObject, rmType: string): string {
  const xmlClass = classOf(value, rmType, root);
  const { element, declaredType } = xmlRoot(xmlClass.name);
  const start = `<${element}${NAMESPACES}${typeNote(xmlClass, declaredType)}`;
  return PROLOGUE + writeObject(value, xmlClass, start, element, root);
}

function classOf(object: JsonObject, declared: string, where: Where): XmlClass {
  const xmlClass = rmSchema.get(typeOf(object, declared));
  if (xmlClass !== undefined && !xmlClass.abstract && fits(xmlClass.name, declared)) return xmlClass;
  throw invalid(where, 'wrong_type', `must be a ${declared} or a subtype of it`);
}

const typeNote = ({ name }: XmlClass, declared: string): string => (name === declared ? '' : ` xsi:type="${name}"`);

/** `start` is the start tag as far as it says what the object is; its attributes are still to come. */
function writeObject(object: JsonObject, xmlClass: XmlClass, start: string, element: string, where: Where): string {
  let attributes = '';
  let content = '';
  let written = '_type' in object ? 1 : 0;
  for (const member of xmlClass.attributes) {
    const value = object[member.name];
    if (value === undefined) continue;
    written += 1;
    if (value === null) continue;
    if (member.xmlAttribute) attributes += writeXmlAttribute(value, member, where);
    else if (member.list) content += writeList(value, member, where);
    else content += writeMember(value, member, below(where, member.name, undefined));
  }
  if (written !== Object.keys(object).length) refuseUnknown(object, xmlClass, where);
  return content === '' ? `${start}${attributes}/>` : `${start}${attributes}>${content}</${element}>`;
}

function refuseUnknown(object: JsonObject, { name: className, attributes }: XmlClass, where: Where): void {
  const known = new Set(attributes.map(({ name }) => name));
  for (const name of Object.keys(object)) {
    if (name === '_type' || known.has(name) || object[name] === undefined) continue;
    throw invalid(below(where, name, undefined), 'unknown_attribute', `${className} has no such attribute`);
  }
}

function writeList(value: JsonValue, member: XmlMember, where: Where): string {
  if (!Array.isArray(value)) throw invalid(below(where, member.name, undefined), 'wrong_type', 'must be a list');
  let content = '';
  for (let i = 0; i < value.length; i++) content += writeMember(value[i] ?? null, member, below(where, member.name, i));
  return content;
}

function writeMember(value: JsonValue, { element, content }: XmlMember, where: Where): string {
  if (content.kind !== 'object') {
    const text = elementText(scalarText(value, content, where));
    if (text === undefined) throw notRepresentable(where);
    return `<${element}>${text}</${element}>`;
  }
  if (!isJsonObject(value)) throw invalid(where, 'wrong_type', `must be a ${content.rmType}`);
  const xmlClass = classOf(value, content.rmType, where);
  return writeObject(value, xmlClass, `<${element}${typeNote(xmlClass, content.rmType)}`, element, where);
}

function writeXmlAttribute(value: JsonValue, { name, content }: XmlMember, parent: Where): string {
  const where = below(parent, name, undefined);
  const text = attributeText(scalarText(value, content, where));
  if (text === undefined) throw notRepresentable(where);
  return ` ${name}="${text}"`;
}

function scalarText(value: JsonValue, { kind }: Content, where: Where): string {
  switch (kind) {
    case 'text':
    case 'octets':
      if (typeof value === 'string') return value;
      break;
    case 'boolean':
      if (typeof value === 'boolean') return value ? 'true' : 'false';
      break;
    case 'number':
      if (typeof value === 'number') return String(value);
      if (value instanceof LexicalNumber) return value.lexical;
      break;
    case 'open':
      throw new CdrError(
        'not_representable',
        `XML has no form for the object at ${pathOf(where)}, whose class is open.`,
      );
    case 'object':
    case 'choice':
  }
  throw invalid(where, 'wrong_type', `must be a ${kind}`);
}

const invalid = (where: Where, code: string, problem: string): CdrError => {
  const path = pathOf(where);
  const issues = [{ path, code, message: `It ${problem}.` }];
  return new CdrError('invalid_body', `The object can't be written as canonical XML: ${path} ${problem}.`, { issues });
};

const notRepresentable = (where: Where): CdrError => {
  const path = pathOf(where);
  const message = "The text holds a character that XML 1.0 can't represent.";
  const issues = [{ path, code: 'xml_character', message }];
  return new CdrError('not_representable', `${path}: ${message} Ask for JSON.`, { issues });
};
