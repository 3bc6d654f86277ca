import { isJsonObject, type Cdr, type JsonObject } from '@cairn/core';

/** The same repository; `count` hears how many versions of compositions each acknowledged commit made. */
export function countingCommits(cdr: Cdr, count: (versions: number) => void): Cdr {
  const { compositions, contributions } = cdr;
  const counted = async <T>(commit: Promise<T>): Promise<T> => {
    const result = await commit;
    count(1);
    return result;
  };
  return {
    ...cdr,
    health: () => cdr.health(),
    compositions: {
      create: (...args) => counted(compositions.create(...args)),
      get: (...args) => compositions.get(...args),
      update: (...args) => counted(compositions.update(...args)),
      delete: (...args) => counted(compositions.delete(...args)),
      versioned: compositions.versioned,
    },
    contributions: {
      async create(...args) {
        const committed = await contributions.create(...args);
        count(compositionsIn(committed.data));
        return committed;
      },
      get: (...args) => contributions.get(...args),
      list: (...args) => contributions.list(...args),
    },
  };
}

function compositionsIn({ versions }: JsonObject): number {
  return Array.isArray(versions)
    ? versions.filter((ref) => isJsonObject(ref) && ref['type'] === 'COMPOSITION').length
    : 0;
}
