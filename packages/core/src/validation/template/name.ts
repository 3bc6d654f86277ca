import { isJsonObject } from '../../json/value.ts';
import type { JsonValue } from '../../json/value.ts';
import type { CAttribute, CComplexObject, CObject } from '../../template/model.ts';
import { codeOf, terminologyTest } from './code-phrase.ts';
import type { Scope } from './scope.ts';
import { stringTest } from './string.ts';

/** The names that a template allows a LOCATABLE. */
export interface NameTest {
  readonly allows: (name: JsonValue | undefined) => boolean;
  /**
   * The only name in the template's default language, where there is just one: tells same-id siblings apart in
   * messages.
   */
  readonly only: string | undefined;
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
    allows: (name) => tests.some((test) => test.allows(name)),
    only: tests.length === 1 ? tests[0]?.only : undefined,
  };
}

function compileAlternative(c: CObject, scope: Scope): NameTest | undefined {
  if (c.kind !== 'complex') return undefined;
  const texts = compileTexts(attributeOf(c, 'value'), scope);
  const codes = compileCodes(attributeOf(c, 'defining_code'), scope);
  if (texts === undefined && codes === undefined) return undefined;
  return {
    allows: (name) => (codes?.allows(name) ?? false) || (texts?.allows(name) ?? false),
    only: texts?.only ?? codes?.only,
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
  return {
    allows: textTest((text) => tests.some((test) => test?.(text))),
    only: listed.length === 1 ? listed[0] : undefined,
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
    return (name: JsonValue | undefined): boolean => {
      const ref = isJsonObject(name) ? codeOf(name['defining_code']) : undefined;
      return (ref !== undefined && codes.has(ref.code) && ofTerminology(ref.terminologyId)) || allowsText(name);
    };
  });
  if (tests.includes(undefined)) return undefined;
  const codes = phrases.flatMap((phrase) => phrase?.codes ?? []);
  return {
    allows: (name) => tests.some((test) => test?.(name)),
    only: codes.length === 1 ? scope.terms.textsOf(codes[0] ?? '')[0] : undefined,
  };
}

const textTest =
  (allows: (text: string) => boolean) =>
  (name: JsonValue | undefined): boolean => {
    const text = isJsonObject(name) ? name['value'] : undefined;
    if (typeof text !== 'string') return false;
    if (allows(text)) return true;
    const unrepeated = withoutRepetition(text);
    return unrepeated !== undefined && allows(unrepeated);
  };

/** `Lesion` of `Lesion #2`, as tools name repeated siblings; undefined for any other text. */
function withoutRepetition(text: string): string | undefined {
  const mark = text.lastIndexOf('#');
  return mark >= 0 && /^\d+$/u.test(text.slice(mark + 1)) ? text.slice(0, mark).trimEnd() : undefined;
}

const attributeOf = (c: CComplexObject, name: string): CAttribute | undefined =>
  c.attributes.find((attribute) => attribute.name === name);
