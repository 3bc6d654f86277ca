import { isSubtype, rmClasses, type RmPrimitiveName } from '../../rm/index.ts';
import { requestClasses } from './request-classes.ts';

/** A class as canonical XML sees it. */
export interface XmlClass {
  readonly name: string;
  readonly abstract: boolean;
  /** In the order of the schemas: superclass first. */
  readonly attributes: readonly XmlMember[];
  /** By element name, all spellings. */
  readonly byElement: ReadonlyMap<string, XmlMember>;
}

/** An attribute of a class. */
export interface XmlMember {
  /** In canonical JSON. */
  readonly name: string;
  /** In canonical XML. */
  readonly element: string;
  readonly list: boolean;
  /** An XML attribute, where all others are elements. */
  readonly xmlAttribute: boolean;
  readonly content: Content;
}

export type Content =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'object'; readonly rmType: string }
  /** One of several forms; in requests only. */
  | {
      readonly kind: 'choice';
      readonly rmTypes: readonly string[];
      /** What an element without `xsi:type` and children is. */
      readonly leaf: 'text' | 'json' | undefined;
    };

/** `open` is an object of a class that the model does not know: XML has no types for its attributes. */
export type ScalarKind = 'text' | 'number' | 'boolean' | 'octets' | 'open';

/** All classes by name. */
export type XmlSchema = ReadonlyMap<string, XmlClass>;

const primitives: Readonly<Record<RmPrimitiveName, ScalarKind>> = {
  String: 'text',
  Character: 'text',
  Boolean: 'boolean',
  Integer: 'number',
  Real: 'number',
  Octets: 'octets',
  Iso8601Date: 'text',
  Iso8601Time: 'text',
  Iso8601DateTime: 'text',
  Iso8601Duration: 'text',
  AnyObject: 'open',
};

const scalars: ReadonlyMap<string, ScalarKind> = new Map(Object.entries(primitives));

/** The v1 schema keeps the name that the model has changed since; both are read. */
const v1Names: Readonly<Record<string, string>> = { workflow_id: 'work_flow_id' };

function contentOf(types: readonly string[]): Content {
  const [type = '', ...others] = types;
  if (others.length > 0) {
    const leaf = types.includes('String') ? 'text' : types.includes('Simplified') ? 'json' : undefined;
    return { kind: 'choice', rmTypes: types.filter((name) => name !== 'String' && name !== 'Simplified'), leaf };
  }
  const kind = scalars.get(type);
  if (kind !== undefined) return { kind };
  return { kind: 'object', rmType: type };
}

function xmlClass(name: string, abstract: boolean, attributes: readonly XmlMember[]): XmlClass {
  const byElement = new Map(attributes.map((member) => [member.name, member]));
  // The current name comes later in the model's table than the old one: what is read under either gets the current one.
  for (const member of attributes) byElement.set(member.element, member);
  return { name, abstract, attributes, byElement };
}

/** The reference model. */
export const rmSchema: XmlSchema = new Map(
  [...rmClasses()].map(({ name, abstract, attributes }) => {
    const members = [...attributes.values()].map((attribute) => ({
      name: attribute.name,
      element: v1Names[attribute.name] ?? attribute.name,
      list: attribute.multiple,
      xmlAttribute: attribute.xmlAttribute,
      content: contentOf([attribute.type]),
    }));
    return [name, xmlClass(name, abstract, members)];
  }),
);

const requestNotation = /^(?<types>[\w|]+)(?<multiplicity>[?*+]?)$/;

/** The same, with the request forms of CONTRIBUTION and what belongs to it. */
export const requestSchema: XmlSchema = new Map([
  ...rmSchema,
  ...Object.entries(requestClasses).map(([name, attributes]) => {
    const members = Object.entries(attributes).map(([attribute, notation]) => {
      const { types = '', multiplicity } = requestNotation.exec(notation)?.groups ?? {};
      const list = multiplicity === '*' || multiplicity === '+';
      return { name: attribute, element: attribute, list, xmlAttribute: false, content: contentOf(types.split('|')) };
    });
    return [name, xmlClass(name, false, members)] as const;
  }),
]);

/** Whether an object of class `type` may stand where `declared` is expected. */
export const fits = (type: string, declared: string): boolean => type === declared || isSubtype(type, declared);
