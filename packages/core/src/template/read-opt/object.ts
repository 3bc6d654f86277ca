import { rmAttribute, rmClass } from '../../rm/index.ts';
import { child, childrenOf } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';
import type { ArchetypeRoot, CAttribute, CComplexObject, CObject, CPrimitive, Multiplicity } from '../model.ts';
import { readCodePhrase, readOrdinal, readQuantity, readState } from './domain.ts';
import { readMultiplicity } from './interval.ts';
import { readPrimitive } from './primitive.ts';
import { checkShape, flagOf, refuse, tokenOf, warn } from './reading.ts';
import type { Reading } from './reading.ts';
import { ATTRIBUTE, SHAPES } from './shapes.ts';
import { readAssertions } from './slot.ts';
import { readScope } from './terms.ts';
import type { Ontologies } from './terms.ts';

/** A reading of the constraint tree: what its archetype roots need to know for their terms. */
export interface TreeReading extends Reading {
  readonly language: string;
  readonly ontologies: Ontologies;
}

/** Where a node stands in the template; container tells whether its attribute is one. */
interface Place {
  readonly path: string;
  readonly inContainer: boolean;
}

/** The `definition` of a template: always a C_ARCHETYPE_ROOT, though it never says so. */
export function readDefinition(reading: TreeReading, element: XmlElement): CComplexObject | undefined {
  checkNode(reading, '', element, 'C_ARCHETYPE_ROOT');
  return readRoot(reading, { path: '', inContainer: false }, element);
}

function checkNode(reading: Reading, path: string, element: XmlElement, kind: string): void {
  const shape = SHAPES[kind];
  if (shape === undefined) return;
  checkShape(reading, path, element, shape, (alien) => {
    warn(reading, path, `element ${alien.name} is not part of a ${kind} and is ignored`, alien);
  });
}

function readObject(reading: TreeReading, place: Place, element: XmlElement): CObject | undefined {
  const kind = element.type?.name ?? '';
  if (!Object.hasOwn(SHAPES, kind)) {
    refuse(reading, place.path, 'unknown_constraint', 'The type of a constraint is missing or not known', element);
    return undefined;
  }
  checkNode(reading, place.path, element, kind);
  if (kind === 'C_ARCHETYPE_ROOT') return readRoot(reading, place, element);
  const base = readBase(reading, place, element);
  const path = base.nodeId === '' ? place.path : `${place.path}[${base.nodeId}]`;
  switch (kind) {
    case 'ARCHETYPE_SLOT':
      return {
        kind: 'slot',
        ...base,
        includes: readAssertions(element, 'includes'),
        excludes: readAssertions(element, 'excludes'),
      };
    case 'ARCHETYPE_INTERNAL_REF':
      return { kind: 'internal-ref', ...base, targetPath: tokenOf(child(element, 'target_path')) ?? '' };
    case 'CONSTRAINT_REF':
      return { kind: 'constraint-ref', ...base, reference: tokenOf(child(element, 'reference')) ?? '' };
    case 'C_CODE_PHRASE':
    case 'C_CODE_REFERENCE':
      return readCodePhrase(base, element);
    case 'C_DV_QUANTITY':
      return readQuantity(reading, path, base, element);
    case 'C_DV_ORDINAL':
      return readOrdinal(reading, path, base, element, 'ordinal');
    case 'C_DV_SCALE':
      return readOrdinal(reading, path, base, element, 'scale');
    case 'C_DV_STATE':
      return readState(base, element);
    case 'C_PRIMITIVE_OBJECT':
      return readPrimitiveObject(reading, path, base, element);
    default:
      if (!isRmType(base.rmType)) warn(reading, path, `${base.rmType} is no class of the reference model`, element);
      return { kind: 'complex', ...base, attributes: readAttributes(reading, path, base.rmType, element) };
  }
}

type Base = Pick<CComplexObject, 'rmType' | 'occurrences' | 'nodeId'>;

const ONCE: Multiplicity = { min: 1, max: 1 };
const ANY_NUMBER: Multiplicity = { min: 0 };

/**
 * What every C_OBJECT has. Exports from ADL 2 leave occurrences out; there the attribute decides: any number in a
 * container, else the one value that the existence of the attribute asks for.
 */
function readBase(reading: Reading, { path, inContainer }: Place, element: XmlElement): Base {
  const rmType = tokenOf(child(element, 'rm_type_name'));
  if (rmType === undefined) {
    refuse(reading, path, 'missing_element', 'Element rm_type_name of a constraint is missing or empty', element);
  }
  const occurrences = readMultiplicity(reading, path, child(element, 'occurrences'));
  return {
    rmType: rmType?.replaceAll(/\s+/g, '') ?? '',
    occurrences: occurrences ?? (inContainer ? ANY_NUMBER : ONCE),
    nodeId: tokenOf(child(element, 'node_id')) ?? '',
  };
}

function readRoot(reading: TreeReading, place: Place, element: XmlElement): CComplexObject | undefined {
  const base = readBase(reading, place, element);
  const archetypeId = readId(child(element, 'archetype_id'));
  if (archetypeId === undefined) {
    refuse(
      reading,
      place.path,
      'missing_element',
      'Element archetype_id of an archetype root is missing or empty',
      element,
    );
    return undefined;
  }
  const templateId = readId(child(element, 'template_id'));
  const archetype: ArchetypeRoot = {
    archetypeId,
    ...(templateId === undefined ? {} : { templateId }),
    ...readScope(element, archetypeId, reading.language, reading.ontologies),
  };
  if (!isRmType(base.rmType)) {
    refuse(reading, place.path, 'unknown_rm_type', `${base.rmType} is no class of the reference model`, element);
  }
  const path = place.path === '' ? '' : `${place.path}[${archetypeId}]`;
  return { kind: 'complex', ...base, attributes: readAttributes(reading, path, base.rmType, element), archetype };
}

/** OBJECT_IDs keep their text in a child element. */
export const readId = (element: XmlElement | undefined): string | undefined =>
  element && tokenOf(child(element, 'value'));

/** Without an item anything is allowed, so there is nothing to keep. */
function readPrimitiveObject(reading: Reading, path: string, base: Base, element: XmlElement): CPrimitive | undefined {
  const itemElement = child(element, 'item');
  const item = itemElement && readPrimitive(reading, path, itemElement);
  return item && { kind: 'primitive', ...base, item };
}

function readAttributes(reading: TreeReading, path: string, rmType: string, owner: XmlElement): CAttribute[] {
  const byName = new Map<string, CAttribute>();
  for (const element of childrenOf(owner, 'attributes')) {
    const attribute = readAttribute(reading, path, rmType, element);
    if (attribute === undefined) continue;
    const before = byName.get(attribute.name);
    if (before !== undefined)
      warn(reading, path, `attribute ${attribute.name} is there twice and is read as one`, element);
    byName.set(attribute.name, before === undefined ? attribute : merged(before, attribute));
  }
  return [...byName.values()];
}

/** An attribute that is written twice has the children of both: apart, neither would allow those of the other. */
const merged = (one: CAttribute, other: CAttribute): CAttribute => ({
  ...one,
  existence: one.existence ?? other.existence,
  cardinality: one.cardinality ?? other.cardinality,
  children: [...one.children, ...other.children],
});

function readAttribute(
  reading: TreeReading,
  ownerPath: string,
  ownerType: string,
  element: XmlElement,
): CAttribute | undefined {
  const written = tokenOf(child(element, 'rm_attribute_name'));
  if (written === undefined) {
    refuse(reading, ownerPath, 'missing_element', 'Element rm_attribute_name is missing or empty', element);
    return undefined;
  }
  const name = written === 'null_flavor' ? 'null_flavour' : written;
  const path = `${ownerPath}/${name}`;
  checkShape(reading, path, element, ATTRIBUTE, (alien) => {
    warn(reading, path, `element ${alien.name} is not part of a C_ATTRIBUTE and is ignored`, alien);
  });
  if (flagOf(child(element, 'match_negated')) === true) warn(reading, path, 'match_negated is ignored', element);
  const multiple = isContainer(ownerType, name) ?? element.type?.name === 'C_MULTIPLE_ATTRIBUTE';
  const cardinality = child(element, 'cardinality');
  return {
    name,
    multiple,
    existence: readMultiplicity(reading, path, child(element, 'existence')),
    cardinality: multiple && cardinality !== undefined ? readCardinality(reading, path, cardinality) : undefined,
    children: childrenOf(element, 'children').flatMap(
      (object) => readObject(reading, { path, inContainer: multiple }, object) ?? [],
    ),
  };
}

const withoutGenerics = (rmType: string): string => rmType.replace(/<.*/, '');

/** An empty name is reported where it is read. */
const isRmType = (rmType: string): boolean => rmType === '' || rmClass(withoutGenerics(rmType)) !== undefined;

/**
 * What the reference model says, as exports from ADL 2 call every attribute a single one; undefined where it knows
 * none.
 */
const isContainer = (rmType: string, attribute: string): boolean | undefined =>
  rmAttribute(withoutGenerics(rmType), attribute)?.multiple;

function readCardinality(reading: Reading, path: string, element: XmlElement): CAttribute['cardinality'] {
  return {
    ...(readMultiplicity(reading, path, child(element, 'interval')) ?? ANY_NUMBER),
    ordered: flagOf(child(element, 'is_ordered')) ?? false,
    unique: flagOf(child(element, 'is_unique')) ?? false,
  };
}
