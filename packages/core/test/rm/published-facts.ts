// The reference model as the openEHR Foundation publishes it, read into the notation of the table: `CLASS.attribute` → `TYPE?`.
import { corpusText } from '../support/corpus.ts';

export type Notations = ReadonlyMap<string, string>;

const notation = (type: string, multiple: boolean, mandatory: boolean): string =>
  type + (multiple ? (mandatory ? '+' : '*') : mandatory ? '' : '?');

interface BmmType {
  readonly type?: string;
  readonly root_type?: string;
  readonly container_type?: string;
  readonly type_def?: BmmType;
}

interface BmmProperty {
  readonly type?: string;
  readonly type_def?: BmmType;
  readonly is_mandatory?: boolean;
}

interface BmmClass {
  readonly generic_parameter_defs?: Readonly<Record<string, { readonly conforms_to_type?: string }>>;
  readonly properties?: Readonly<Record<string, BmmProperty>>;
}

/** Own attributes of every class of a BMM schema, generic types erased to their bound. */
export function readBmm(file: string): Notations {
  const schema = JSON.parse(corpusText(`spec/bmm/${file}`)) as { class_definitions: Record<string, BmmClass> };
  const facts = new Map<string, string>();
  for (const [name, { properties = {}, generic_parameter_defs: parameters = {} }] of Object.entries(
    schema.class_definitions,
  )) {
    for (const [attribute, { type, type_def: definition, is_mandatory: mandatory = false }] of Object.entries(
      properties,
    )) {
      const inner = definition?.type_def ?? definition;
      const plain = type ?? inner?.type ?? inner?.root_type ?? '';
      const erased = parameters[plain]?.conforms_to_type ?? plain;
      const container = definition?.container_type;
      const isList = container === 'List' || container === 'Set';
      facts.set(`${name}.${attribute}`, notation(erased, isList, mandatory));
    }
  }
  return facts;
}

/** Own elements of every complex type of an XML schema, in order. */
export function readXsd(file: string): ReadonlyMap<string, Notations> {
  const types = new Map<string, Notations>();
  const schema = corpusText(`spec/xsd/${file}`).replaceAll(/<!--.*?-->/gs, '');
  for (const [, name = '', body = ''] of schema.matchAll(
    /<xs:complexType name="(\w+)"[^>]*[^/]>(.*?)<\/xs:complexType>/gs,
  )) {
    const elements = [...body.matchAll(/<xs:element([^>]*)>/gs)].map(([, attributes = '']) => {
      const get = (key: string) => new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1];
      const multiple = get('maxOccurs') === 'unbounded';
      return [get('name') ?? '', notation(get('type') ?? '', multiple, get('minOccurs') !== '0')] as const;
    });
    types.set(name, new Map(elements));
  }
  return types;
}

interface JsonClass {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
  readonly required?: readonly string[];
}

/** All attributes of every concrete class of an ITS-JSON schema; of their types, only whether they are lists. */
export function readJsonSchema(file: string): Notations {
  const schema = JSON.parse(corpusText(`spec/its-json/${file}`)) as { definitions: Record<string, JsonClass> };
  const facts = new Map<string, string>();
  for (const [name, { properties = {}, required = [] }] of Object.entries(schema.definitions)) {
    for (const [attribute, { type }] of Object.entries(properties)) {
      if (attribute !== '_type')
        facts.set(`${name}.${attribute}`, notation('', type === 'array', required.includes(attribute)));
    }
  }
  return facts;
}
