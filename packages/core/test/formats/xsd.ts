// As much of XML Schema as the published RM schemas need: whether a document keeps to their types and sequences.
import type { XmlElement } from '../../src/xml/index.ts';
import { attributeOf, childrenOf, parseXml } from '../../src/xml/index.ts';
import { corpusText } from '../support/corpus.ts';

interface ComplexType {
  readonly base: string | undefined;
  readonly abstract: boolean;
  /** Own elements in sequence, with their types. */
  readonly elements: readonly (readonly [name: string, type: string])[];
  readonly attributes: readonly string[];
}

export type Schema = ReadonlyMap<string, ComplexType>;

function descendants(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((one) => [...(one.name === name ? [one] : []), ...descendants(one, name)]);
}

/** The complex types of some schema files of the corpus. */
export function readSchema(files: readonly string[]): Schema {
  const schema = new Map<string, ComplexType>();
  for (const file of files) {
    for (const type of childrenOf(parseXml(corpusText(`spec/xsd/${file}`)), 'complexType')) {
      const [extension] = descendants(type, 'extension');
      schema.set(attributeOf(type, 'name') ?? '', {
        base: extension && attributeOf(extension, 'base'),
        abstract: attributeOf(type, 'abstract') === 'true',
        elements: descendants(type, 'element').map((one) => [
          attributeOf(one, 'name') ?? '',
          attributeOf(one, 'type') ?? '',
        ]),
        attributes: descendants(type, 'attribute').map((one) => attributeOf(one, 'name') ?? ''),
      });
    }
  }
  return schema;
}

function lineage(schema: Schema, name: string | undefined): ComplexType[] {
  const type = name === undefined ? undefined : schema.get(name);
  return type === undefined ? [] : [...lineage(schema, type.base), type];
}

const extend = (schema: Schema, type: string | undefined, ancestor: string): boolean =>
  type === ancestor || (type !== undefined && extend(schema, schema.get(type)?.base, ancestor));

/**
 * Where an element breaks the rules for its declared type: elements in the order of the schema, what the schema doesn't
 * have (`later`: `TYPE.element`) after that, `xsi:type` exactly where the object is of another type than the declared one.
 */
export function breaches(schema: Schema, element: XmlElement, declared: string, later: ReadonlySet<string>): string[] {
  const open = declared === 'xs:anyType';
  if (!open && !schema.has(declared))
    return element.children.length > 0 ? [`${element.name}: elements in ${declared}`] : [];
  const type = element.type?.name ?? declared;
  const found: string[] = [];
  if (element.type?.name === declared) found.push(`${element.name}: needless xsi:type ${type}`);
  if (schema.get(type)?.abstract !== false) found.push(`${element.name}: ${type} is not concrete`);
  if (!open && !extend(schema, type, declared)) found.push(`${element.name}: ${type} is no ${declared}`);
  const types = lineage(schema, type);
  const sequence = types.flatMap(({ elements }) => elements);
  const attributes = types.flatMap((one) => one.attributes);
  for (const { name } of element.attributes) if (!attributes.includes(name)) found.push(`${type}@${name}`);
  let last = 0;
  for (const child of element.children) {
    const at = sequence.findIndex(([name]) => name === child.name);
    if (at < 0 && !later.has(`${type}.${child.name}`)) found.push(`${type}.${child.name} is not in the schema`);
    if (at >= 0 && at < last) found.push(`${type}.${child.name} comes too late`);
    last = at < 0 ? sequence.length : at;
    if (at >= 0) found.push(...breaches(schema, child, sequence[at]?.[1] ?? '', later));
  }
  return found;
}
