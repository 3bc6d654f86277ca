export { readCanonicalJson, writeCanonicalJson } from './canonical-json.ts';
export { writeErrorXml, type ErrorDocument } from './canonical-xml/error.ts';
export { xmlRoot, type XmlRoot } from './canonical-xml/names.ts';
export { readCanonicalXml } from './canonical-xml/read.ts';
export { writeCanonicalXml } from './canonical-xml/write.ts';
