/** A name and the namespace it lives in; an empty namespace is no namespace. */
export interface XmlName {
  readonly name: string;
  readonly namespace: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

/** An element of a parsed document, as plain data. Comments are gone, entities and CDATA are plain text. */
export interface XmlElement extends XmlName {
  /** All but the namespace declarations and `xsi:type`. */
  readonly attributes: readonly XmlAttribute[];
  /** `xsi:type` with its prefix resolved where it stands; an unbound prefix gives no namespace. */
  readonly type: XmlName | undefined;
  readonly children: readonly XmlElement[];
  /**
   * The element's own character data, verbatim; the indentation between child elements is left out when it is all there
   * is.
   */
  readonly text: string;
  /** Line of the start tag, from 1. */
  readonly line: number;
}

/** The first child element of that local name, whatever its namespace. */
export function child(element: XmlElement, name: string): XmlElement | undefined {
  for (const candidate of element.children) if (candidate.name === name) return candidate;
  return undefined;
}

/** All child elements of that local name, in document order. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((candidate) => candidate.name === name);
}

/** The value of an attribute without a namespace, as written. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  for (const attribute of element.attributes) {
    if (attribute.name === name && attribute.namespace === '') return attribute.value;
  }
  return undefined;
}

/** Character data without the white space (XML's four characters) around it; empty for no element. */
export function textOf(element: XmlElement | undefined): string {
  return element === undefined ? '' : trimXml(element.text);
}

/** Character data exactly as it stands; empty for no element. */
export function rawTextOf(element: XmlElement | undefined): string {
  return element === undefined ? '' : element.text;
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;

/** Trims XML white space only: a no-break space is content. */
export function trimXml(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
