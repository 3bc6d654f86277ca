/** Levels of log directives, most talkative first. */
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'off'] as const;
export type Level = (typeof LEVELS)[number];

/** A target that no directive matches still tells of errors. */
const FALLBACK: Level = 'error';

/** Level by target; the empty target is the default. */
export type Directives = ReadonlyMap<string, Level>;

const TARGET = /^[A-Za-z_][\w-]*(::[A-Za-z_][\w-]*)*$/;

/** Reads `info,cairn::aql=debug`; undefined when it is not that. A later directive for the same target wins. */
export function parseDirectives(filter: string): Directives | undefined {
  const directives = new Map<string, Level>();
  for (const directive of filter.split(',').map((part) => part.trim())) {
    const at = directive.lastIndexOf('=');
    const target = at < 0 ? '' : directive.slice(0, at).trim();
    const level = LEVELS.find(
      (name) =>
        name ===
        directive
          .slice(at + 1)
          .trim()
          .toLowerCase(),
    );
    if (level === undefined || (at >= 0 && !TARGET.test(target))) return undefined;
    directives.set(target, level);
  }
  return directives;
}

export const isDirectives = (filter: string): boolean => parseDirectives(filter) !== undefined;

/** The level of a target: that of the longest directive that names it or one of its parents. */
export function levelOf(target: string, directives: Directives): Level {
  const parts = target.split('::');
  for (let length = parts.length; length > 0; length -= 1) {
    const level = directives.get(parts.slice(0, length).join('::'));
    if (level !== undefined) return level;
  }
  return directives.get('') ?? FALLBACK;
}
