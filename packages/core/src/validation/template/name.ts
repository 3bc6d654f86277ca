import type { Patience } from '../../pattern/index.ts';
import { isJsonObject } from '../../json/value.ts';
import type { JsonValue } from '../../json/value.ts';
import type { CAttribute, CComplexObject, CObject } from '../../template/model.ts';
import { codeOf, terminologyTest } from './code-phrase.ts';
import type { Scope } from './scope.ts';
import { stringTest } from './string.ts';
import type { TextTest } from './string.ts';

/** The names that a template allows a LOCATABLE. */
export interface NameTest {
  readonly allows: (name: JsonValue | undefined, patience: Patience) => boolean;
  /**
   * The only name in the template's default language, where there is just one: tells same-id siblings apart in
   * messages.
   */
  readonly only: string | undefined;
  /** An allowed name has one of these {@link nameKeys}; undefined where the names are not listed. */
  readonly keys: readonly string[] | undefined;
}

/**
 * Compiles the constraint on LOCATABLE.name, or undefined when it allows every name. A fixed text may come in any
 * language of the template, and with a repetition suffix; a coded name may come as its code or as the code's text.
 */
export function compileName(c: CComplexObject, scope: Scope): NameTest | undefined {
  const attribute = c.attributes.find(({ name }) => name === 'name');
  if (attribute === undefined || attribute.children.length === 0) return undefined;
  const alternatives = attribute.children.map((child) => compileAlternative(child, scope));
  if (alternatives.includes(undefined)) return undefined;
  const tests = alternatives.filter((alternative) => alternative !== undefined);
  return {
    allows: (name, patience) => tests.some((test) => test.allows(name, patience)),
    only: tests.length === 1 ? tests[0]?.only : undefined,
    keys: allKeys(tests),
  };
}

/** The keys of all tests together, unless one has none. */
const allKeys = (tests: readonly NameTest[]): readonly string[] | undefined =>
  tests.some(({ keys }) => keys === undefined) ? undefined : tests.flatMap(({ keys }) => keys ?? []);

function compileAlternative(c: CObject, scope: Scope): NameTest | undefined {
  if (c.kind !== 'complex') return undefined;
  const texts = compileTexts(attributeOf(c, 'value'), scope);
  const codes = compileCodes(attributeOf(c, 'defining_code'), scope);
  const tests = [codes, texts].filter((test) => test !== undefined);
  if (tests.length === 0) return undefined;
  return {
    allows: (name, patience) => tests.some((test) => test.allows(name, patience)),
    only: texts?.only ?? codes?.only,
    keys: allKeys(tests),
  };
}

/** DV_TEXT.value by C_STRING. */
function compileTexts(value: CAttribute | undefined, scope: Scope): NameTest | undefined {
  const items = (value?.children ?? []).map((child) =>
    child.kind === 'primitive' && child.item.kind === 'string' ? child.item : undefined,
  );
  const tests = items.map((item) =>
    item === undefined
      ? undefined
      : stringTest({ ...item, list: item.list.flatMap((text) => scope.terms.translationsOf(text)) }, scope.warn),
  );
  if (tests.length === 0 || tests.includes(undefined)) return undefined;
  const listed = items.flatMap((item) => item?.list ?? []);
  const byListAlone = items.every((item) => item?.pattern === undefined && item?.list.length !== 0);
  return {
    allows: textTest((text, patience) => tests.some((test) => test?.(text, patience))),
    only: listed.length === 1 ? listed[0] : undefined,
    keys: byListAlone ? listed.flatMap((text) => scope.terms.translationsOf(text)) : undefined,
  };
}

/** DV_CODED_TEXT.defining_code by C_CODE_PHRASE; by value set or without codes, every name is allowed. */
function compileCodes(definingCode: CAttribute | undefined, scope: Scope): NameTest | undefined {
  const phrases = (definingCode?.children ?? []).map((child) => (child.kind === 'code-phrase' ? child : undefined));
  if (phrases.length === 0) return undefined;
  const tests = phrases.map((phrase) => {
    if (phrase === undefined || phrase.codes.length === 0 || phrase.referenceSetUri !== undefined) return undefined;
    const ofTerminology = phrase.terminologyId === undefined ? () => true : terminologyTest(phrase.terminologyId);
    const codes = new Set(phrase.codes);
    const texts = new Set(phrase.codes.flatMap((code) => scope.terms.textsOf(code)));
    const allowsText = textTest((text) => texts.has(text));
    return (name: JsonValue | undefined, patience: Patience): boolean => {
      const ref = isJsonObject(name) ? codeOf(name['defining_code']) : undefined;
      return (
        (ref !== undefined && codes.has(ref.code) && ofTerminology(ref.terminologyId)) || allowsText(name, patience)
      );
    };
  });
  if (tests.includes(undefined)) return undefined;
  const codes = phrases.flatMap((phrase) => phrase?.codes ?? []);
  return {
    allows: (name, patience) => tests.some((test) => test?.(name, patience)),
    only: codes.length === 1 ? scope.terms.textsOf(codes[0] ?? '')[0] : undefined,
    keys: [...codes, ...codes.flatMap((code) => scope.terms.textsOf(code))],
  };
}

const textTest =
  (allows: TextTest): NameTest['allows'] =>
  (name, patience) => {
    const text = isJsonObject(name) ? name['value'] : undefined;
    if (typeof text !== 'string') return false;
    if (allows(text, patience)) return true;
    const unrepeated = withoutRepetition(text);
    return unrepeated !== undefined && allows(unrepeated, patience);
  };

/** What a name may be listed by: its text, with and without a repetition suffix, and its code. */
export function nameKeys(name: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(name)) return [];
  const text = name['value'];
  const keys = typeof text === 'string' ? [text, withoutRepetition(text)] : [];
  return [...keys, codeOf(name['defining_code'])?.code].filter((key) => key !== undefined);
}

/** `Lesion` of `Lesion #2`, as tools name repeated siblings; undefined for any other text. */
function withoutRepetition(text: string): string | undefined {
  const mark = text.lastIndexOf('#');
  return mark >= 0 && /^\d+$/u.test(text.slice(mark + 1)) ? text.slice(0, mark).trimEnd() : undefined;
}

const attributeOf = (c: CComplexObject, name: string): CAttribute | undefined =>
  c.attributes.find((attribute) => attribute.name === name);
