/** Versions of stored queries: Semantic Versioning 2.0.0 without build metadata, which would make two names for one version. */

interface SemVer {
  /** Major, minor, patch; fewer in a prefix. */
  readonly numbers: readonly number[];
  /** Identifiers of a pre-release; none for a release. */
  readonly preRelease: readonly string[];
}

const NUMBER = '(?:0|[1-9][0-9]{0,8})';
const IDENTIFIER = `(?:${NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`;
const FULL = new RegExp(`^(${NUMBER}\\.${NUMBER}\\.${NUMBER})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?$`);
const PREFIX = new RegExp(`^${NUMBER}(?:\\.${NUMBER})?$`);

/** Longer ones do not fit into the key of every store. */
const LENGTH_LIMIT = 100;

export const isVersion = (text: string): boolean => text.length <= LENGTH_LIMIT && FULL.test(text);

/** `1` or `1.0`. */
export const isVersionPrefix = (text: string): boolean => PREFIX.test(text);

function parse(version: string): SemVer {
  const [, numbers = '', preRelease] = FULL.exec(version) ?? [];
  return { numbers: numbers.split('.').map(Number), preRelease: preRelease?.split('.') ?? [] };
}

/** Precedence (SemVer 2.0.0, section 11). */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)];
  for (const [index, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.preRelease.length === 0 || other.preRelease.length === 0) {
    return other.preRelease.length - one.preRelease.length;
  }
  for (const [index, identifier] of one.preRelease.entries()) {
    const difference = compareIdentifiers(identifier, other.preRelease[index]);
    if (difference !== 0) return difference;
  }
  return one.preRelease.length - other.preRelease.length;
}

function compareIdentifiers(a: string, b: string | undefined): number {
  if (b === undefined) return 1;
  const [aIsNumber, bIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (aIsNumber && bIsNumber) return Number(a) - Number(b);
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

/**
 * The highest version below a prefix, or of all without one. Releases only, unless there is none: a pre-release is for those who name
 * it.
 */
export function highestVersion(versions: readonly string[], prefix?: string): string | undefined {
  const matching = versions.filter((version) => prefix === undefined || version.startsWith(`${prefix}.`));
  const releases = matching.filter((version) => !version.includes('-'));
  return (releases.length > 0 ? releases : matching).toSorted(compareVersions).at(-1);
}

/** The version after this one: the next patch; of a pre-release, the release. */
export function nextVersion(version: string | undefined): string {
  if (version === undefined) return '1.0.0';
  const { numbers, preRelease } = parse(version);
  const [major = 0, minor = 0, patch = 0] = numbers;
  return `${major}.${minor}.${preRelease.length > 0 ? patch : patch + 1}`;
}
