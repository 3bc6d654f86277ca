import type { Issue } from '../../errors.ts';
import { textOf } from '../../xml/index.ts';
import type { XmlElement } from '../../xml/index.ts';

/** What has been found wrong (the template is refused) or odd (it is accepted) while one template is read. */
export interface Reading {
  readonly issues: Issue[];
  readonly warnings: string[];
}

export const newReading = (): Reading => ({ issues: [], warnings: [] });

/** Notes a reason to refuse the template; `path` is an AQL path of the template, or an element of its envelope. */
export function refuse(reading: Reading, path: string, code: string, message: string, element?: XmlElement): void {
  const at = element === undefined ? '' : ` (line ${element.line})`;
  reading.issues.push({ path: path === '' ? '/' : path, code, message: message + at });
}

export function warn(reading: Reading, path: string, message: string, element: XmlElement): void {
  reading.warnings.push(`${path === '' ? '/' : path} (line ${element.line}): ${message}`);
}

/** The child elements that a kind of element has in the OPT schema, and whether once or any number of times. */
export type Shape = Readonly<Record<string, 'one' | 'many'>>;

/** Refuses a single child element that is there twice; hands unknown ones to `unknown`. */
export function checkShape(
  reading: Reading,
  path: string,
  element: XmlElement,
  shape: Shape,
  unknown: (alien: XmlElement) => void,
): void {
  const seen = new Set<string>();
  for (const child of element.children) {
    const count = Object.hasOwn(shape, child.name) ? shape[child.name] : undefined;
    if (count === undefined) unknown(child);
    else if (count === 'one') {
      if (seen.has(child.name)) {
        refuse(reading, path, 'duplicate_element', `Element ${child.name} must occur once only`, child);
      }
      seen.add(child.name);
    }
  }
}

/**
 * A text that stands in for an identifier, a type or a code: white space around it is layout. Absent and blank are one.
 */
export function tokenOf(element: XmlElement | undefined): string | undefined {
  const text = textOf(element);
  return text === '' ? undefined : text;
}

/**
 * A text that data is compared with: kept verbatim, spaces included, unless a pretty-printer wrapped it, which the line
 * break at one of its ends gives away.
 */
export function literalOf(element: XmlElement): string {
  const trimmed = textOf(element);
  if (trimmed.length === element.text.length) return trimmed;
  const start = element.text.indexOf(trimmed);
  const margin = element.text.slice(0, start) + element.text.slice(start + trimmed.length);
  return /[\r\n]/.test(margin) ? trimmed : element.text;
}

/** `true`, `false`, or undefined for anything else; `1` and `0` are XML Schema's other spellings. */
export function flagOf(element: XmlElement | undefined): boolean | undefined {
  switch (textOf(element)) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return undefined;
  }
}

/** A number; a text that is none refuses the template. Undefined for an absent or blank element. */
export function numberOf(reading: Reading, path: string, element: XmlElement | undefined): number | undefined {
  const text = tokenOf(element);
  if (element === undefined || text === undefined) return undefined;
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  refuse(reading, path, 'invalid_number', `Element ${element.name} must hold a number`, element);
  return undefined;
}
