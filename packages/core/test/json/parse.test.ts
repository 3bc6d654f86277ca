import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CdrError } from '../../src/errors.ts';
import { isJsonNumber, isJsonObject, LexicalNumber, parseJson, stringifyJson, toNumber } from '../../src/json/index.ts';
import type { JsonValue } from '../../src/json/index.ts';
import { corpusFiles, corpusText } from '../support/corpus.ts';

function refusal(text: string, options?: Parameters<typeof parseJson>[1]): string {
  try {
    parseJson(text, options);
  } catch (error) {
    if (error instanceof CdrError && error.code === 'malformed_json') return error.message;
    throw error;
  }
  return 'accepted';
}

/** Double quotes are spelled `'` in the tables. */
const quoted = (text: string): string => text.replaceAll("'", '"');

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The value with its numbers as JSON.parse has them. */
function asDoubles(value: JsonValue): unknown {
  if (isJsonNumber(value)) return toNumber(value);
  if (Array.isArray(value)) return value.map(asDoubles);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member = null]) => [key, asDoubles(member)]));
}

describe('parseJson reads what JSON.parse reads (RFC 8259)', () => {
  it('on any JSON value, written compactly or not', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2, '\r\n\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        if (text.includes('"__proto__"') || !text.isWellFormed()) return;
        expect(parseJson(text, { numbers: 'exact' })).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    '{}',
    '[]',
    '[{}]',
    '[[],[]]',
    "{'':''}",
    ' \t\r\n1 ',
    'true',
    'false',
    'null',
    "'a'",
    '[1,2,3]',
    "{'2':1,'1':2}",
  ])('on %s', (text) => {
    expect(parseJson(quoted(text))).toEqual(JSON.parse(quoted(text)));
  });

  it.each([
    "'\\u00e9'",
    "'\\ud83d\\ude00'",
    "'\\\"\\\\\\/\\b\\f\\n\\r\\t'",
    "'\\u0001'",
    "'😀 ü \u2028'",
    "{'a\\u0062':1}",
  ])('on the string %s', (text) => {
    expect(parseJson(quoted(text))).toEqual(JSON.parse(quoted(text)));
  });

  it('on strings of any length', () => {
    const piece = fc.constantFrom('a', 'ü', '😀', '"', '\\', '/', '\n', '\u0001', 'word '.repeat(30));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 100, maxLength: 400 }), (pieces) => {
        const text = pieces.join('');
        expect(parseJson(JSON.stringify([text, { [text]: text }, 1]))).toEqual([text, { [text]: text }, 1]);
      }),
    );
  });

  it('on every composition of the corpus', () => {
    for (const file of corpusFiles('compositions', '.json')) {
      expect(asDoubles(parseJson(corpusText(file))), file).toEqual(JSON.parse(corpusText(file)));
    }
  });

  it('into plain objects, whatever their keys are called', () => {
    const object = parseJson(quoted("{'constructor':1,'toString':2,'hasOwnProperty':3}"));
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(Object.entries(object as object)).toEqual([
      ['constructor', 1],
      ['toString', 2],
      ['hasOwnProperty', 3],
    ]);
  });

  it('with keys of any length, seen before or not', () => {
    const keys = Array.from({ length: 5000 }, (_, n) => 'k'.repeat(n % 90) + String(n));
    const text = JSON.stringify(Object.fromEntries(keys.map((key) => [key, key])));
    expect(parseJson(text)).toEqual(JSON.parse(text));
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });
});

describe('parseJson refuses with line and column', () => {
  it.each([
    ['', 1, 1, 'a value is expected'],
    ['  \n ', 2, 2, 'a value is expected'],
    ['{', 1, 2, 'a key in double quotes is expected'],
    ["{'a'", 1, 5, 'a colon is expected'],
    ["{'a':", 1, 6, 'a value is expected'],
    ["{'a':1", 1, 7, 'a comma or a closing brace is expected'],
    ["{'a':1,}", 1, 8, 'a key in double quotes is expected'],
    ["{'a':1 'b':2}", 1, 8, 'a comma or a closing brace is expected'],
    ['{a:1}', 1, 2, 'a key in double quotes is expected'],
    ['[', 1, 2, 'a value is expected'],
    ['[1,]', 1, 4, 'a value is expected'],
    ['[1 2]', 1, 4, 'a comma or a closing bracket is expected'],
    ['nul', 1, 1, 'a value is expected'],
    ['NaN', 1, 1, 'a value is expected'],
    ['-', 1, 1, 'a value is expected'],
    ['+1', 1, 1, 'a value is expected'],
    ['.5', 1, 1, 'a value is expected'],
    ['01', 1, 2, 'the text goes on after the end of its value'],
    ['1.', 1, 2, 'the text goes on after the end of its value'],
    ['[1e]', 1, 3, 'a comma or a closing bracket is expected'],
    ['{}\n {}', 2, 2, 'the text goes on after the end of its value'],
    ['\u00a01', 1, 1, 'a value is expected'],
    ["'a", 1, 3, 'a string is not closed'],
    ["'a\\'", 1, 5, 'a string is not closed'],
    ["'a\\", 1, 3, 'an unknown escape sequence'],
    ["'a\nb'", 1, 3, 'a control character must be escaped'],
    ["{'a\tb':1}", 1, 4, 'a control character must be escaped'],
    ["'\\x41'", 1, 2, 'an unknown escape sequence'],
    ["'ab\\u12g4'", 1, 4, 'an unknown escape sequence'],
    ["'\\u12'", 1, 2, 'an unknown escape sequence'],
    ["'ab\\u0000'", 1, 4, 'the character U+0000 is not allowed'],
    ["{'\\u0000':1}", 1, 3, 'the character U+0000 is not allowed'],
    ["[\n'\\ud83d']", 2, 1, 'an escape sequence is half of a surrogate pair'],
    ["'\\ude00\\ud83d'", 1, 1, 'an escape sequence is half of a surrogate pair'],
    ["{'__proto__':1}", 1, 2, 'the key __proto__ is not allowed'],
    ["{'\\u005f_proto__':1}", 1, 2, 'the key __proto__ is not allowed'],
    ["{'a':1,\n 'a':2}", 2, 2, 'the same key occurs twice in one object'],
    ["{'a':{'b':1,'c':2,'\\u0062':3}}", 1, 19, 'the same key occurs twice in one object'],
    ["{'toString':1,'toString':1}", 1, 15, 'the same key occurs twice in one object'],
    ["{'1':1,'0':1,'1':1}", 1, 14, 'the same key occurs twice in one object'],
  ])('%j', (text, line, column, why) => {
    expect(refusal(quoted(text))).toBe(`Malformed JSON at line ${line}, column ${column}: ${why}.`);
  });

  it('half of a surrogate pair that stands in the text itself', () => {
    expect(refusal('"\ud83d"')).toBe('Malformed JSON: the text holds a lone surrogate.');
  });

  it('one key too many in any object, wherever it is', () => {
    const keys = fc.uniqueArray(
      fc.string({ maxLength: 4 }).filter((key) => key !== '__proto__'),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(keys, fc.nat(), fc.boolean(), (unique, pick, escaped) => {
        const again = unique[pick % unique.length] ?? '';
        const member = (key: string) => `${JSON.stringify(key)}:{"x":1}`;
        const asEscapes = `"${again.split('').map(unicodeEscape).join('')}":1`;
        const text = `[{${unique.map(member).join(',')}}]`;
        expect(refusal(text)).toBe('accepted');
        expect(refusal(`${text.slice(0, -2)},${escaped ? asEscapes : member(again)}}]`)).toContain('occurs twice');
      }),
    );
  });

  it('never tells what the text holds', () => {
    expect(refusal('{"name":"Jane Doe" "x"')).not.toMatch(/Jane|name/);
    expect(refusal('{"Jane":1,"Jane":2}')).not.toMatch(/Jane/);
  });
});

describe('parseJson refuses in long strings as well, with line and column', () => {
  const long = 'x'.repeat(1000);
  it.each([
    ['a control character', `"${long}\n${long}"`, 1002, 'a control character must be escaped'],
    ['no end', `"${long}`, 1002, 'a string is not closed'],
    ['no end but an escaped quotation mark', `"${long}\\"`, 1004, 'a string is not closed'],
    ['an unknown escape', `"${long}\\x"`, 1002, 'an unknown escape sequence'],
    ['U+0000', `"${long}\\u0000"`, 1002, 'the character U+0000 is not allowed'],
    ['half of a surrogate pair', `"${long}\\ud83d"`, 1, 'an escape sequence is half of a surrogate pair'],
    ['the rest of the text', `"${long}" 1`, 1004, 'the text goes on after the end of its value'],
  ])('%s', (_name, text, column, why) => {
    expect(refusal(text)).toBe(`Malformed JSON at line 1, column ${column}: ${why}.`);
  });
});

describe('parseJson bounds nesting', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const nestedObjects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

  it('to 200 levels', () => {
    expect(refusal(nested(200))).toBe('accepted');
    expect(refusal(nestedObjects(200))).toBe('accepted');
    expect(refusal(nested(201))).toContain('column 201: nesting is deeper than 200 levels');
    expect(refusal(nestedObjects(201))).toContain('nesting is deeper than 200 levels');
  });

  it('to what the caller asks for, up to 1,000', () => {
    expect(refusal('[[1]]', { maxDepth: 1 })).toContain('deeper than 1 levels');
    expect(refusal('1', { maxDepth: 0 })).toBe('accepted');
    expect(refusal(nested(1000), { maxDepth: 1e9 })).toBe('accepted');
    expect(refusal(nested(1001), { maxDepth: 1e9 })).toContain('deeper than 1000 levels');
  });

  it('without overflowing the stack', () => {
    expect(refusal(nested(10_000))).toContain('deeper than');
    expect(refusal('['.repeat(5_000_000))).toContain('deeper than');
    expect(refusal('{"a":'.repeat(10_000), { maxDepth: 1e9 })).toContain('deeper than');
  });

  it('by depth, not by the number of values', () => {
    expect(refusal(`[${'[],'.repeat(1000)}{}]`)).toBe('accepted');
  });
});

describe('parseJson keeps numbers', () => {
  const lexical = [
    '7.0',
    '0.10',
    '1e3',
    '1E3',
    '-0',
    '0.0',
    '1e400',
    '12345678901234567890',
    '9007199254740993',
    '1e-400',
    '-5.50',
  ];
  const plain = ['0', '7', '-7', '0.1', '120.5', '999999999999999', '9007199254740992', '1e+21', '1.5e-7', '-0.25'];

  it.each(lexical)('%s as its text', (text) => {
    expect(parseJson(text)).toEqual(new LexicalNumber(text));
  });

  it.each(plain)('%s as a double', (text) => {
    expect(parseJson(text)).toBe(Number(text));
  });

  it.each([
    ['7.0', 7],
    ['0.10', 0.1],
    ['1e3', 1000],
    ['-0.0', -0],
    ['0e999', 0],
    ['100e-2', 1],
    ['0.000001', 0.000001],
    ['1000000000000000000000000', 1e24],
  ])('exact: %s as a double, for only the spelling differs', (text, value) => {
    expect(parseJson(text, { numbers: 'exact' })).toBe(value);
  });

  it.each(['12345678901234567890', '9007199254740993', '0.1000000000000000055', '1e400', '-1e400', '1e-400'])(
    'exact: %s as its text, for a double has another value',
    (text) => {
      expect(parseJson(text, { numbers: 'exact' })).toEqual(new LexicalNumber(text));
    },
  );

  it('exactly as written, through any round trip', () => {
    const digits = fc.stringMatching(/^\d{1,25}$/);
    const number = fc
      .tuple(
        fc.constantFrom('', '-'),
        digits,
        fc.option(digits),
        fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), digits)),
      )
      .map(([sign, whole, fraction, exponent]) => {
        const int = whole.replace(/^0+(?=\d)/, '');
        return `${sign}${int}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : exponent.join('')}`;
      });
    fc.assert(
      fc.property(number, (text) => {
        expect(stringifyJson(parseJson(`[${text}]`))).toBe(`[${text}]`);
      }),
    );
  });
});

describe('stringifyJson', () => {
  it('is undone by parseJson', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        if (text.includes('"__proto__"') || !text.isWellFormed()) return;
        const once = parseJson(text);
        expect(stringifyJson(once)).toBe(text);
        expect(parseJson(stringifyJson(once))).toEqual(once);
      }),
    );
  });

  it('gives back every number of a composition as it came', () => {
    const text = '{"magnitude":7.0,"list":[0.10,1e3,{"n":12345678901234567890}],"plain":5}';
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it('leaves absent attributes out', () => {
    const value: JsonValue = { name: undefined, value: 1 };
    expect(stringifyJson(value)).toBe('{"value":1}');
  });
});

describe('parseJson gives the same, whichever of its readers a text gets', () => {
  /** A digit that is escaped is read with care alone, and so is all that stands beside it. */
  const readWithCare = (text: string, numbers: 'lexical' | 'exact'): JsonValue | undefined => {
    const list = parseJson(`[${text},"\\u0030"]`, { numbers });
    return Array.isArray(list) ? (list as readonly JsonValue[])[0] : undefined;
  };
  const outcomeOf = (read: () => JsonValue | undefined): unknown => {
    try {
      return read();
    } catch (error) {
      return error instanceof CdrError ? error.code : error;
    }
  };

  const space = fc.constantFrom('', '', ' ', '\n', ' \t');
  const key = fc.constantFrom('a', 'b', '1', '02', '3 ', 'a":', '\\', '__proto__', 'ü', '');
  const number = fc.constantFrom(
    '0',
    '-0',
    '7.0',
    '0.10',
    '1e3',
    '12345678901234567890',
    '-1.5',
    '1.',
    '01',
    '1e400',
    '-',
  );
  const { value: jsonText } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      number,
      fc.constantFrom('true', 'null', 'nul', '"', '"7.0"', '"1": 2'),
      fc.string().map((text) => JSON.stringify(text)),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 4 }).map((members) => `[${members.join(',')}]`),
    object: fc
      .array(fc.tuple(key, space, tie('value'), space), { maxLength: 4 })
      .map(
        (members) =>
          `{${members.map(([name, a, value, b]) => `${a}${JSON.stringify(name)}${b}:${a}${value}${b}`).join(',')}}`,
      ),
  }));

  it('be it JSON or not', () => {
    fc.assert(
      fc.property(jsonText, fc.constantFrom('lexical', 'exact'), (text, numbers) => {
        expect(outcomeOf(() => parseJson(text, { numbers }))).toEqual(outcomeOf(() => readWithCare(text, numbers)));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["{'b':7.0,'1':1,'a':1.0}", { b: new LexicalNumber('7.0'), 1: 1, a: new LexicalNumber('1.0') }],
    ["[1,7.0,[2,{'a':0.10}],3]", [1, new LexicalNumber('7.0'), [2, { a: new LexicalNumber('0.10') }], 3]],
    ['7.0', new LexicalNumber('7.0')],
  ])('with each number of %s in its place', (text, value) => {
    expect(parseJson(quoted(text))).toEqual(value);
  });
});
