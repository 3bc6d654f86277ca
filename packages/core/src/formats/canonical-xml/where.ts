/** A place in an object, as a chain up to its root; the text is only made when something is to be said about it. */
export interface Where {
  readonly parent: Where | undefined;
  readonly attribute: string;
  /** Of a member of a list. */
  readonly index: number | undefined;
  /** Objects and lists around it, in canonical JSON. */
  readonly depth: number;
}

export const root: Where = { parent: undefined, attribute: '', index: undefined, depth: 1 };

export const below = (parent: Where, attribute: string, index: number | undefined): Where => ({
  parent,
  attribute,
  index,
  depth: parent.depth + (index === undefined ? 1 : 2),
});

/** Of an attribute name that the model does not have, a path shows so much. */
const SHOWN_NAME = 60;

/** `/content[0]/data`; `/` is the root. */
export function pathOf(where: Where): string {
  let path = '';
  for (let at: Where | undefined = where; at?.parent !== undefined; at = at.parent) {
    const name = at.attribute.length > SHOWN_NAME ? `${at.attribute.slice(0, SHOWN_NAME)}…` : at.attribute;
    path = `/${name}${at.index === undefined ? '' : `[${at.index}]`}${path}`;
  }
  return path === '' ? '/' : path;
}
