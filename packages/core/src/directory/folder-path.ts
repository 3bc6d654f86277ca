import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';

/**
 * The folder at a slash-separated path of names below the root (RM ehr, FOLDER); `/` and the empty path are the root itself.
 * Among siblings of the same name the first counts. When nothing matches, a path that begins with the root's own name is
 * read without it.
 */
export function folderAtPath(root: JsonObject, path: string | readonly string[]): JsonObject | undefined {
  const names = typeof path === 'string' ? path.split('/').filter((name) => name !== '') : path;
  return descend(root, names) ?? (names[0] === nameOf(root) ? descend(root, names.slice(1)) : undefined);
}

function descend(folder: JsonObject, [name, ...rest]: readonly string[]): JsonObject | undefined {
  if (name === undefined) return folder;
  const folders = folder['folders'];
  const child = Array.isArray(folders) ? folders.find((one: JsonValue) => nameOf(one) === name) : undefined;
  return isJsonObject(child) ? descend(child, rest) : undefined;
}

function nameOf(folder: JsonValue): JsonValue | undefined {
  const name = isJsonObject(folder) ? folder['name'] : undefined;
  return isJsonObject(name) ? name['value'] : undefined;
}
