import { attributeOf, child, childrenOf, textOf, trimXml } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';
import type { Annotation, DefaultValue } from '../model.ts';
import { tokenOf } from './reading.ts';
import { readDictionary } from './terms.ts';

/** `annotations`: items by the path of a node. */
export function readAnnotations(template: XmlElement): Annotation[] {
  return childrenOf(template, 'annotations').map((element) => ({
    path: pathOf(attributeOf(element, 'path')),
    items: readDictionary(element),
  }));
}

/** T_VIEW: hints for user interfaces, in the form of annotations. */
export function readView(template: XmlElement): Annotation[] {
  const view = child(template, 'view');
  if (view === undefined) return [];
  return childrenOf(view, 'constraints').map((element) => ({
    path: pathOf(attributeOf(element, 'path')),
    items: new Map(
      childrenOf(element, 'items').map((item) => [
        trimXml(attributeOf(item, 'id') ?? ''),
        textOf(child(item, 'value') ?? item),
      ]),
    ),
  }));
}

const pathOf = (text: string | undefined): string => trimXml(text ?? '');

/** T_CONSTRAINT: the default values that a template gives to data. An empty value is none. */
export function readDefaults(template: XmlElement): DefaultValue[] {
  const constraints = child(template, 'constraints');
  if (constraints === undefined) return [];
  return childrenOf(constraints, 'attributes').flatMap((element) => {
    const path = textOf(child(element, 'differential_path'));
    const attribute = tokenOf(child(element, 'rm_attribute_name')) ?? 'value';
    return childrenOf(element, 'children').flatMap((object) => {
      const value = child(object, 'default_value');
      const rmType = value?.type?.name;
      if (value === undefined || rmType === undefined) return [];
      const fields = new Map(leaves(value, ''));
      return fields.size === 0 ? [] : [{ path, attribute, rmType, fields }];
    });
  });
}

/** Texts of an RM value in XML by their path inside it; object ids lose their inner `value`. */
function leaves(element: XmlElement, prefix: string): [string, string][] {
  return element.children.flatMap((field): [string, string][] => {
    const path = prefix + field.name;
    if (field.children.length === 0) return textOf(field) === '' ? [] : [[path, textOf(field)]];
    const id = field.name.endsWith('_id') ? tokenOf(child(field, 'value')) : undefined;
    return id === undefined ? leaves(field, `${path}/`) : [[path, id]];
  });
}
