/** `SNOMED-CT(2003)` and `ISO_639-1::1988` in parts (openEHR BASE, TERMINOLOGY_ID). */
export interface TerminologyId {
  readonly name: string;
  readonly version: string | undefined;
}

/** No pattern: the text may be of any length, and a pattern would read it again from each bracket. */
export function parseTerminologyId(id: string): TerminologyId {
  const bracket = id.endsWith(')') ? id.indexOf('(') : -1;
  const colons = id.indexOf('::');
  if (bracket >= 0 && (colons < 0 || bracket < colons))
    return { name: id.slice(0, bracket), version: id.slice(bracket + 1, -1) };
  if (colons >= 0) return { name: id.slice(0, colons), version: id.slice(colons + 2) };
  return { name: id, version: undefined };
}
