/** Namespace of the openEHR RM schemas 1.0.x and of everything that Cairn writes. */
export const OPENEHR_V1 = 'http://schemas.openehr.org/v1';
/** Namespace of the same schemas as republished (ITS-XML); the names in it are the same. */
const OPENEHR_V2 = 'http://schemas.openehr.org/v2';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Whether RM names may live in this namespace: either schema, or none at all, as much real data has it. */
export const isOpenehrNamespace = (namespace: string): boolean =>
  namespace === OPENEHR_V1 || namespace === '' || namespace === OPENEHR_V2;

/** Whether attributes of this namespace are about the XML itself: `xsi:schemaLocation`, `xml:space`, `xml:lang`. */
export const isMarkupNamespace = (namespace: string): boolean => namespace === XSI || namespace === XML;

/** The root element of a document. */
export interface XmlRoot {
  readonly element: string;
  /** The type that the schemas declare for it; an object of another class says so in `xsi:type`. */
  readonly declaredType: string;
}

/** Root elements that are not just the class's name in lower case (`documents/Version.xsd`). */
const roots: ReadonlyMap<string, XmlRoot> = new Map([
  ['ORIGINAL_VERSION', { element: 'version', declaredType: 'VERSION' }],
  ['IMPORTED_VERSION', { element: 'version', declaredType: 'VERSION' }],
]);

/** The root element of a document that holds an object of this class: `composition`, `ehr_status`, `version`, … */
export const xmlRoot = (rmType: string): XmlRoot =>
  roots.get(rmType) ?? { element: rmType.toLowerCase(), declaredType: rmType };
