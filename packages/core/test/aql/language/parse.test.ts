import { describe, expect, it } from 'vitest';
import { parseQuery, type ConditionNode, type ExpressionNode } from '../../../src/aql/language/index.ts';
import { LexicalNumber } from '../../../src/json/index.ts';
import { corpusFiles, corpusText } from '../../support/corpus.ts';

/** A condition as a text that shows how it was grouped. */
function shape(node: ConditionNode | undefined): string {
  if (!node) return '';
  switch (node.kind) {
    case 'and':
    case 'or':
      return `(${node.operands.map(shape).join(` ${node.kind} `)})`;
    case 'not':
      return `not ${shape(node.operand)}`;
    case 'compare':
      return `${value(node.left)}${node.op}${node.right.kind === 'code' ? node.right.code : value(node.right)}`;
    default:
      return node.kind;
  }
}

function value(node: ExpressionNode): string {
  switch (node.kind) {
    case 'literal':
      return String(node.value);
    case 'parameter':
      return `$${node.name}`;
    case 'path':
      return [node.variable, ...node.segments.map(({ attribute }) => attribute)].join('/');
    case 'arithmetic':
      return `(${value(node.left)} ${node.op} ${value(node.right)})`;
    case 'call':
      return `${node.name}(${node.args.map(value).join()})`;
    case 'aggregate':
      return `${node.name}(${node.operand ? value(node.operand) : '*'})`;
  }
}

const where = (condition: string): string => shape(parseQuery(`SELECT c FROM COMPOSITION c WHERE ${condition}`).where);
const column = (expression: string): ExpressionNode | undefined =>
  parseQuery(`SELECT ${expression} FROM EHR e`).select.columns[0]?.value;

describe('lexical rules (AQL 1.1; acceptance cases A)', () => {
  it('1: keywords in any case', () => {
    expect(parseQuery('select e/ehr_id/value from ehr e').from).toMatchObject({ rmType: 'EHR', variable: 'e' });
  });

  it('2: comments, a trailing one too', () => {
    const query = parseQuery('SELECT c/name/value -- names\nFROM COMPOSITION c --');
    expect(query.select.columns).toHaveLength(1);
  });

  it.each([
    [String.raw`"a\"b"`, 'a"b'],
    [String.raw`'it\'s'`, "it's"],
    [String.raw`'\u00e9'`, 'é'],
    [String.raw`'\351'`, 'é'],
    [String.raw`'a\nb'`, 'a\nb'],
    [String.raw`'a\\*'`, String.raw`a\*`],
    [String.raw`'a\*'`, String.raw`a\*`],
    [String.raw`'a\?b'`, 'a?b'],
    ['-1', -1],
    ['.5', 0.5],
    ['3e2', new LexicalNumber('3e2')],
    ['1.5E-3', new LexicalNumber('1.5E-3')],
    ['12345678901234567890', new LexicalNumber('12345678901234567890')],
    ['true', true],
    ['FALSE', false],
    ['NULL', null],
  ])('3, 4: the literal %s', (text, expected) => {
    expect(column(text)).toMatchObject({ kind: 'literal', value: expected });
  });

  it('a pattern of LIKE keeps what tells a character from a wildcard', () => {
    const { where: condition } = parseQuery(String.raw`SELECT c FROM COMPOSITION c WHERE c/name/value LIKE 'a\?\'*'`);
    expect(condition).toMatchObject({ pattern: { value: String.raw`a\?'*` } });
  });

  it('5: keywords as attributes and aliases', () => {
    const query = parseQuery('SELECT c/context/participations/function/value AS count FROM COMPOSITION c');
    expect(query.select.columns[0]).toMatchObject({ alias: 'count' });
  });

  it('a byte order mark is skipped, :name is a parameter', () => {
    expect(where('c/name/value = :name')).toBe('c/name/value=$name');
    expect(() => parseQuery('\uFEFFSELECT e FROM EHR e')).not.toThrow();
  });
});

describe('precedence', () => {
  it.each([
    ['c/a=1 OR c/b=2 AND NOT c/d=3', '(c/a=1 or (c/b=2 and not c/d=3))'],
    ['(c/a=1 OR c/b=2) AND c/d=3', '((c/a=1 or c/b=2) and c/d=3)'],
    ['NOT c/a=1 AND c/b=2', '(not c/a=1 and c/b=2)'],
    ['(c/a + 1) * 2 > 3', '((c/a + 1) * 2)>3'],
    ['((c/a)) = 1', 'c/a=1'],
    ['c/a + c/b * 2 ^ 3 = 1', '(c/a + (c/b * (2 ^ 3)))=1'],
    ['c/a /= 1', 'c/a!=1'],
    ['c/a <> 1', 'c/a!=1'],
    ['c/a BETWEEN 1 AND 2', '(c/a>=1 and c/a<=2)'],
    ['c/a IS NOT NULL', 'c/a!=null'],
    ['c/a NOT IN (1, 2)', 'not matches'],
  ])('%s', (text, expected) => {
    expect(where(text)).toBe(expected);
  });

  it('45: AND and OR belong to the nearest CONTAINS on their left', () => {
    const nested = parseQuery('SELECT c FROM EHR e CONTAINS COMPOSITION c CONTAINS CLUSTER x AND CLUSTER y').from;
    expect(nested).toMatchObject({
      contains: { operand: { rmType: 'COMPOSITION', contains: { operand: { kind: 'and' } } } },
    });
    const outer = parseQuery('SELECT c FROM EHR e CONTAINS ((COMPOSITION c CONTAINS CLUSTER x) AND CLUSTER y)').from;
    expect(outer).toMatchObject({ contains: { operand: { kind: 'and' } } });
  });
});

describe('MATCHES', () => {
  it.each([
    ["{1, 'a', $p}", ['literal', 'literal', 'parameter']],
    ['{|90..110|, |>=200|, |<P2D|, |>2..<8|, |5|}', Array<string>(5).fill('interval')],
    ['{terminology://snomed-ct/hierarchy?rootConceptId=50043002}', ['uri']],
    ["TERMINOLOGY('expand','hl7.org/fhir/r4','url=x')", ['call']],
    ["{'x', TERMINOLOGY('expand','s','p')}", ['literal', 'call']],
    ['{}', []],
  ])('%s', (text, kinds) => {
    const { where: condition } = parseQuery(`SELECT c FROM COMPOSITION c WHERE c/a MATCHES ${text}`);
    expect(condition?.kind === 'matches' && condition.items.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('intervals have their bounds and flags', () => {
    const { where: condition } = parseQuery('SELECT c FROM COMPOSITION c WHERE c/a MATCHES {|>2..<8|}');
    expect(condition).toMatchObject({
      items: [{ lower: { value: 2 }, upper: { value: 8 }, lowerIncluded: false, upperIncluded: false }],
    });
  });

  it('a regular expression in a predicate', () => {
    const query = parseQuery(String.raw`SELECT c/items[name/value matches {/Syst.*\/x/}] FROM COMPOSITION c`);
    expect(query.select.columns[0]?.value).toMatchObject({
      segments: [{ predicate: { alternatives: [[{ condition: { kind: 'regex', pattern: 'Syst.*/x' } }]] } }],
    });
  });
});

describe('predicates', () => {
  it.each([
    ['[at0004]', 'node-id'],
    ["[at0004, 'Name']", 'node-id'],
    ['[at0004, $name]', 'node-id'],
    ['[at0001, snomed_ct(3.1)::313267000|x y|]', 'node-id'],
    ['[openEHR-EHR-CLUSTER.device-x.v1.0.2]', 'node-id'],
    ['[openEHR-EHR-CLUSTER.old.v1draft]', 'node-id'],
    ['[$archetype]', 'node-id'],
    ["[name/value = 'x']", 'condition'],
    ['[events/time/value >= $t]', 'condition'],
  ])('%s', (text, kind) => {
    const query = parseQuery(`SELECT c/items${text} FROM CLUSTER c`);
    expect(query.select.columns[0]?.value).toMatchObject({ segments: [{ predicate: { alternatives: [[{ kind }]] } }] });
  });

  it('are alternatives of groups', () => {
    const query = parseQuery("SELECT c/items[at0004 and name/value='x' or at0005] FROM CLUSTER c");
    expect(query.select.columns[0]?.value).toMatchObject({
      segments: [{ predicate: { alternatives: [[{}, {}], [{}]] } }],
    });
  });
});

describe('errors point at line and column, with a caret', () => {
  it.each([
    ['SELECT e/ehr_id/value FROM EHR e WHERE', 1, 39, /expected a path/],
    ['SELECT e\nFROM EHR e\nWERE e/x = 1', 3, 1, /the query should end here; did you mean WHERE/],
    ['SELECT e FROM EHR e ODER BY e', 1, 21, /the query should end here; did you mean ORDER/],
    ['SELECT TOP 3 c FROM COMPOSITION c LIMIT 2', 1, 8, /TOP and LIMIT exclude each other/],
    ["SELECT 'x FROM EHR e", 1, 8, /the string is not closed/],
    ['SELECT e FROM EHR e WHERE e/a ~ 1', 1, 31, /expected a comparison/],
    ['SELECT e FROM EHR e WHERE e/a > 2020-01-01', 1, 33, /dates are texts: '2020-01-01'/],
    ['SELECT e FROM EHR e WHERE e/a MATCHES {2020-01}', 1, 40, /dates are texts: '2020-01'/],
    ['SELECT e FROM EHR e OFFSET 5', 1, 21, /OFFSET needs a LIMIT right before it/],
    ['SELECT e FROM EHR e LIMIT 1 WHERE e/a = 1', 1, 29, /the query should end here\n/],
    ['', 1, 1, /expected SELECT/],
  ])('%j', (text, line, column, problem) => {
    expect(() => parseQuery(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_query',
        message: expect.stringMatching(new RegExp(`^line ${line}, column ${column}: (${problem.source})`)),
      }),
    );
  });

  it('shows the line with the caret below the place', () => {
    expect(() => parseQuery('SELECT e FROM EHR e WHERE')).toThrow(/\nSELECT e FROM EHR e WHERE\n {25}\^$/);
  });
});

describe('hostile queries are refused, quickly', () => {
  it.each([
    ['parentheses', `SELECT e FROM EHR e WHERE ${'('.repeat(5000)}e/a=1${')'.repeat(5000)}`],
    ['predicates', `SELECT c/items${'[items'.repeat(5000)} FROM CLUSTER c`],
    ['negations', `SELECT e FROM EHR e WHERE ${'NOT '.repeat(5000)}e/a=1`],
    ['containment', `SELECT e FROM EHR e ${'CONTAINS CLUSTER '.repeat(5000)}`],
    ['function calls', `SELECT ${'ABS('.repeat(5000)}1 FROM EHR e`],
    ['segments', `SELECT e FROM EHR e WHERE EXISTS e${'/items'.repeat(160_000)}`],
    ['segments in a predicate', `SELECT e FROM EHR e[a${'/items'.repeat(160_000)} = 1]`],
    ['terms of a sum', `SELECT ${'1+'.repeat(2000)}1 FROM EHR e`],
    ['factors', `SELECT ${'1*'.repeat(2000)}1 FROM EHR e`],
    ['digits', `SELECT ${'9'.repeat(100_000)} FROM EHR e`],
    ['parentheses that hold paths', `SELECT e FROM EHR e WHERE ${'(e/a['.repeat(90)}!`],
    ['length', `SELECT '${'x'.repeat(1_100_000)}' FROM EHR e`],
  ])('%s without end', (_name, text) => {
    const start = performance.now();
    expect(() => parseQuery(text)).toThrow(expect.objectContaining({ code: 'invalid_query' }));
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('four digits less two are a difference, unless they could be a month', () => {
    expect(column('1000-50')).toMatchObject({ kind: 'arithmetic' });
    expect(column('2020 - 01')).toMatchObject({ kind: 'arithmetic' });
  });

  it('ten thousand OR terms parse', () => {
    const terms = Array.from({ length: 10_000 }, (_, index) => `e/a=${index}`).join(' OR ');
    expect(parseQuery(`SELECT e FROM EHR e WHERE ${terms}`).where).toMatchObject({ kind: 'or' });
  });
});

describe('the corpus', () => {
  it.each(corpusFiles('aql/suites', '.json'))('%s parses', (file) => {
    const { queries } = JSON.parse(corpusText(file)) as {
      queries: { aql: string; expected: { status?: number; error?: string } }[];
    };
    for (const { aql, expected } of queries) {
      if (expected.error === undefined && (expected.status ?? 200) < 400) expect(() => parseQuery(aql)).not.toThrow();
    }
  });
});
