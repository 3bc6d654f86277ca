/** The order of rows that one root has: that of their places in lists, which is no order of texts. */

export interface Placed {
  readonly ehrId: string;
  readonly documentKey: number;
  readonly root: number;
  readonly position: string;
}

export const ofOneRoot = (a: Placed | undefined, b: Placed | undefined): boolean =>
  a?.root === b?.root && a?.documentKey === b?.documentKey && a?.ehrId === b?.ehrId;

/** Rows of one root come together; among themselves they are put in order. */
export function inPositionOrder<T extends Placed>(rows: T[]): readonly T[] {
  let start = 0;
  for (let end = 1; end <= rows.length; end += 1) {
    if (end < rows.length && ofOneRoot(rows[end], rows[start])) continue;
    if (end - start > 1) {
      const group = rows.slice(start, end).sort((a, b) => comparePositions(a.position, b.position));
      rows.splice(start, group.length, ...group);
    }
    start = end;
  }
  return rows;
}

function comparePositions(a: string, b: string): number {
  const [x, y] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let index = 0; index < Math.max(x.length, y.length); index += 1) {
    const order = (x[index] ?? -1) - (y[index] ?? -1);
    if (order !== 0) return order;
  }
  return 0;
}
