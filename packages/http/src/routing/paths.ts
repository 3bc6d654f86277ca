/** Path patterns such as `/ehr/{ehr_id}`, and how Hono is told of them. */

const isParameter = (part: string): boolean => part.startsWith('{');

/**
 * `{ehr_id}` as `:p2`, by its place in the path: Hono's fast router wants one name for a place, whatever the operations
 * call it.
 */
export const honoPath = (path: string): string =>
  path
    .split('/')
    .map((part, index) => (isParameter(part) ? `:p${index}` : part))
    .join('/');

/** Hono's name of each parameter of a path. */
export const honoNames = (path: string): ReadonlyMap<string, string> =>
  new Map(path.split('/').map((part, index) => [part.replace(/[{}]/g, ''), `p${index}`]));

/** Whether a path without parameters would also be taken by a pattern, as `/admin/ehr/all` is by `/admin/ehr/{ehr_id}`. */
export function isShadowed(literal: string, pattern: string): boolean {
  const [parts, places] = [literal.split('/'), pattern.split('/')];
  return (
    literal !== pattern &&
    !parts.some(isParameter) &&
    parts.length === places.length &&
    places.every((place, index) => isParameter(place) || place === parts[index])
  );
}
