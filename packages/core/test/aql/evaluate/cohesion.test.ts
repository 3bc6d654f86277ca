/** Rows of random paths over random documents against the definition of path cohesion, spelled out with sets and lists. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/json/index.ts';
import { createRepository } from '../support/repository.ts';
import { cluster, composition, element, evaluation, quantity } from '../support/records.ts';
import { rows } from '../support/run.ts';

const ARCHETYPE = 'openEHR-EHR-CLUSTER.k.v1';

interface Item {
  readonly id: string;
  readonly name: string;
  /** An ELEMENT has a number, a CLUSTER has items. */
  readonly number?: number;
  readonly items?: readonly Item[];
}

interface Step {
  readonly id?: string;
  readonly name?: string;
}
type Steps = readonly Step[];

// ------------------------------------------------------------------------------------------------ the definition

const fits = ({ id, name }: Step, item: Item): boolean =>
  (id ?? item.id) === item.id && (name ?? item.name) === item.name;

/** Paths of one level by the node that they share: the key is a test of members. */
function share(
  paths: readonly Steps[],
  level: number,
): readonly { readonly key: Step; readonly paths: readonly Steps[] }[] {
  const step = (path: Steps): Step => path[level] ?? {};
  const plain = paths.some((path) => step(path).id === undefined && step(path).name === undefined);
  const byName = paths.every((path) => step(path).id === undefined);
  const byId = paths.every((path) => step(path).id !== undefined);
  if (plain || !(byName || byId)) return [{ key: {}, paths }];
  const nameless = (id: string): boolean => paths.some((path) => step(path).id === id && step(path).name === undefined);
  const keyOf = ({ id, name }: Step): Step => {
    if (id === undefined) return { ...(name !== undefined && { name }) };
    return id === ARCHETYPE && !nameless(id) && name !== undefined ? { id, name } : { id };
  };
  const groups = Map.groupBy(paths, (path) => JSON.stringify(keyOf(step(path))));
  return Array.from(groups.values(), (own) => ({ key: keyOf(step(own[0] ?? [])), paths: own }));
}

type Cells = ReadonlyMap<Steps, number | null>;

/** Rows below an item, and whether it stays in one. */
function expand(
  item: Item,
  paths: readonly Steps[],
  active: ReadonlySet<Steps>,
  level: number,
): { stays: boolean; rows: readonly Cells[] } {
  const ending = paths.filter((path) => path.length === level);
  let stays = ending.some((path) => active.has(path));
  let result: readonly Cells[] = [
    new Map(ending.map((path) => [path, active.has(path) ? (item.number ?? null) : null])),
  ];
  const deeper = paths.filter((path) => path.length > level);
  for (const group of deeper.length > 0 ? share(deeper, level) : []) {
    const found: Cells[] = [];
    for (const member of item.items ?? []) {
      if (!fits(group.key, member)) continue;
      const still = new Set(group.paths.filter((path) => active.has(path) && fits(path[level] ?? {}, member)));
      const below = expand(member, group.paths, still, level + 1);
      if (below.stays) found.push(...below.rows);
    }
    if (found.length > 0) stays = true;
    const options = found.length > 0 ? found : [new Map(group.paths.map((path) => [path, null]))];
    result = result.flatMap((left) => options.map((right) => new Map([...left, ...right])));
  }
  return { stays, rows: result };
}

// ---------------------------------------------------------------------------------------------------- the evaluator

const toRm = ({ id, name, number, items }: Item): JsonObject =>
  items
    ? cluster({ id, name }, ...items.map(toRm))
    : element({ id, name }, number === undefined ? undefined : quantity(number));

const written = (steps: Steps): string => {
  const predicate = ({ id, name }: Step): string => {
    if (id === undefined) return name === undefined ? '' : `[name/value='${name}']`;
    return `[${id}${name === undefined ? '' : `,'${name}'`}]`;
  };
  return `o/data${steps.map((step) => `/items${predicate(step)}`).join('')}/value/magnitude`;
};

const id = fc.constantFrom('at0001', 'at0002', ARCHETYPE);
const name = fc.constantFrom('a', 'b');
const { item } = fc.letrec<{ item: Item; leaf: Item; node: Item }>((tie) => ({
  item: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('node')),
  leaf: fc.record({ id, name, number: fc.nat({ max: 99 }) }, { requiredKeys: ['id', 'name'] }),
  node: fc.record({ id, name, items: fc.array(tie('item'), { maxLength: 4 }) }),
}));
const step = fc.record({ id, name }, { requiredKeys: [] });
const paths = fc.uniqueArray(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
  selector: written,
});

describe('path cohesion', () => {
  it('makes the rows of its definition, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 5 }), paths, async (items, selected) => {
        const repository = createRepository();
        repository.commit(
          repository.ehr(),
          composition([evaluation('openEHR-EHR-EVALUATION.x.v1', ...items.map(toRm))]),
        );
        const expected = expand({ id: '', name: '', items }, selected, new Set(selected), 0).rows;
        const q = `SELECT ${selected.map(written).join(', ')} FROM EVALUATION o`;
        const found = await rows(repository, q, { fetch: 100_000 });
        expect(found, q).toEqual(expected.map((row) => selected.map((path) => row.get(path) ?? null)));
      }),
      { numRuns: 300 },
    );
  });
});
