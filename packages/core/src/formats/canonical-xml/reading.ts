import { CdrError, type Issue } from '../../errors.ts';
import type { XmlElement } from '../../xml/index.ts';
import { isOpenehrNamespace } from './names.ts';
import { fits, type XmlClass, type XmlSchema } from './schema.ts';
import { below, pathOf, type Where } from './where.ts';

/** One document on its way in. */
export interface Reading {
  /** Declared type of the root. */
  readonly rmType: string;
  readonly schema: XmlSchema;
  readonly issues: Issue[];
}

/** What is wrong is reported together, but not without end. */
const MOST_ISSUES = 100;

export function report(reading: Reading, where: Where, element: XmlElement, code: string, problem: string): void {
  const { issues } = reading;
  issues.push({ path: pathOf(where), code, message: `XML line ${element.line}: ${problem}.` });
  if (issues.length < MOST_ISSUES) return;
  issues.push({
    path: '/',
    code: 'further_findings',
    message: `There may be more than these ${MOST_ISSUES} findings.`,
  });
  throw refusal(reading);
}

export const refusal = ({ rmType, issues }: Reading): CdrError =>
  new CdrError('invalid_body', `The body is not a ${rmType} in canonical XML.`, { issues });

/** The class that `xsi:type` names. Generic types go by their plain name: `DV_INTERVAL<DV_COUNT>` is a DV_INTERVAL. */
export function typeNamed({ type }: XmlElement): string | undefined {
  if (type === undefined) return undefined;
  const generic = type.name.indexOf('<');
  return generic < 0 ? type.name : type.name.slice(0, generic);
}

/** The class of an object: what `xsi:type` says, or what is declared. Reported and undefined when it may not stand here. */
export function classNamed(
  reading: Reading,
  element: XmlElement,
  declared: string,
  where: Where,
): XmlClass | undefined {
  const { type } = element;
  const xmlClass = reading.schema.get(typeNamed(element) ?? declared);
  if (xmlClass === undefined || (type !== undefined && !isOpenehrNamespace(type.namespace))) {
    return refuseType(reading, element, where, 'type_unknown', `xsi:type must name ${declared} or a subtype of it`);
  }
  if (!fits(xmlClass.name, declared)) {
    const problem = `${xmlClass.name} is not allowed here: xsi:type must name ${declared} or a subtype of it`;
    return refuseType(reading, element, where, 'type_mismatch', problem);
  }
  if (xmlClass.abstract) {
    const code = type === undefined ? 'type_missing' : 'type_abstract';
    return refuseType(
      reading,
      element,
      where,
      code,
      `${xmlClass.name} is abstract: xsi:type must name a subtype of it`,
    );
  }
  return xmlClass;
}

function refuseType(reading: Reading, element: XmlElement, where: Where, code: string, problem: string): undefined {
  report(reading, below(where, '_type', undefined), element, code, problem);
}
