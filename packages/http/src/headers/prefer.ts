/** How much of the result a write answers with. */
export type Preference = 'minimal' | 'identifier' | 'representation';

/** `return=` of a `Prefer` header (RFC 7240): case-insensitive, quotes and spaces allowed, unknown preferences ignored. */
export function parsePrefer(prefer: string | undefined): Preference | undefined {
  if (prefer === undefined) return undefined;
  const [, value = ''] = /(?:^|[,;])\s*return\s*=\s*"?\s*([a-z]+)\s*"?\s*(?=[,;]|$)/i.exec(prefer) ?? [];
  return (['minimal', 'identifier', 'representation'] as const).find((known) => known === value.toLowerCase());
}
