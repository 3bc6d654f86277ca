import type { JsonObject } from '../../json/index.ts';
import { concreteSubtypes } from '../../rm/index.ts';
import { parseXml, type XmlElement } from '../../xml/index.ts';
import { isOpenehrNamespace, xmlRoot } from './names.ts';
import { readObject } from './read-object.ts';
import { classNamed, refusal, report, type Reading } from './reading.ts';
import { requestSchema, rmSchema } from './schema.ts';
import { root } from './where.ts';

/**
 * Reads a canonical XML document as canonical JSON.
 *
 * `rmType` is the declared type; the root may say in `xsi:type` that it is a subtype. Names may live in the namespace of
 * the v1 or the v2 schemas or in none, with any prefix; the order of elements does not matter, except in a list. Every object
 * says its `_type`; texts, times and numbers are kept as written.
 * For `CONTRIBUTION` the request form is read (ITS-REST NewContribution). Only form is checked: that nothing is there that
 * the model doesn't know. What is missing or means nothing is for validation to find.
 *
 * @throws CdrError `malformed_xml` when it is not well-formed or hostile; `invalid_body` with issues when it is no `rmType`.
 */
export function readCanonicalXml(text: string, rmType: string): JsonObject {
  const schema = rmType === 'CONTRIBUTION' ? requestSchema : rmSchema;
  if (!schema.has(rmType)) throw new TypeError(`${rmType} is no class of the reference model.`);
  const reading: Reading = { rmType, schema, issues: [] };
  const object = readRoot(reading, parseXml(text));
  if (object === undefined || reading.issues.length > 0) throw refusal(reading);
  return object;
}

function readRoot(reading: Reading, element: XmlElement): JsonObject | undefined {
  const { rmType } = reading;
  const expected = xmlRoot(rmType).element;
  const named = concreteSubtypes(rmType).find((type) => type.toLowerCase() === element.name);
  if ((element.name !== expected && named === undefined) || !isOpenehrNamespace(element.namespace)) {
    report(reading, root, element, 'type_mismatch', `the root element must be ${expected}`);
    return undefined;
  }
  const rootClass = classNamed(reading, element, element.type === undefined ? (named ?? rmType) : rmType, root);
  return rootClass && readObject(reading, element, rootClass, true, root);
}
