export { attributeOf, child, childrenOf, rawTextOf, textOf, trimXml } from './element.ts';
export type { XmlAttribute, XmlElement, XmlName } from './element.ts';
export { parseXml } from './parse.ts';
export type { XmlLimits } from './parse.ts';
