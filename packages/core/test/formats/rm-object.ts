import fc from 'fast-check';
import type { JsonNumber, JsonObject, JsonValue } from '../../src/json/index.ts';
import { parseJson } from '../../src/json/index.ts';
import type { RmAttribute } from '../../src/rm/index.ts';
import { concreteSubtypes, rmClass } from '../../src/rm/index.ts';

/** Text that XML 1.0 can hold, with what needs care in it. */
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', ' ', ' a ', '\n', '\r\n', '\t', ']]>', '<a/>', '&amp;', '"\'', '😀', '\u0085', '__proto__'),
  fc
    .string({ unit: 'binary', maxLength: 6 })
    .filter((s) => /^[\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(s)),
);

/** Numbers as the JSON reader gives them. */
const number: fc.Arbitrary<JsonNumber> = fc
  .oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => JSON.stringify(double)),
    fc.constantFrom('7.0', '-0', '0.10', '1e400', '12345678901234567890', '1E+2'),
  )
  .map((lexical) => parseJson(lexical) as JsonNumber);

const scalars: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  Boolean: fc.boolean(),
  Integer: number,
  Real: number,
  Octets: fc.constantFrom('', 'AAEC', 'AAECAw=='),
};

/** Objects of any concrete subtype of a class with any of its attributes: RM in form, not in meaning. */
export const rmObject = (declared: string, depth: number): fc.Arbitrary<JsonObject> =>
  fc.constantFrom(...concreteSubtypes(declared)).chain((type) => {
    const attributes = [...(rmClass(type)?.attributes.values() ?? [])].filter(
      // The old name comes back as the new one; an open class has no XML; where the depth ends are only scalars.
      (attribute) =>
        attribute.name !== 'work_flow_id' && attribute.type !== 'AnyObject' && (depth > 0 || isScalar(attribute)),
    );
    const model = Object.fromEntries(attributes.map((attribute) => [attribute.name, valueOf(attribute, depth)]));
    const typed = type === declared ? fc.constantFrom({}, { _type: type }) : fc.constant({ _type: type });
    return fc.tuple(typed, fc.record(model, { requiredKeys: [] })).map(([head, rest]) => ({ ...head, ...rest }));
  });

const isScalar = ({ type }: RmAttribute): boolean => rmClass(type) === undefined;

function valueOf({ type, multiple }: RmAttribute, depth: number): fc.Arbitrary<JsonValue> {
  const one: fc.Arbitrary<JsonValue> = rmClass(type) ? rmObject(type, depth - 1) : (scalars[type] ?? text);
  return multiple ? fc.array(one, { maxLength: 2 }) : one;
}
