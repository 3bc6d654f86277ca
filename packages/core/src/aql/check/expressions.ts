/** Paths, predicates, expressions and conditions with names resolved and parameters bound. */
import {
  didYouMean,
  type CodeNode,
  type ConditionNode,
  type CriterionNode,
  type ExpressionNode,
  type MatchItemNode,
  type NameNode,
  type PathNode,
  type PredicateNode,
  type SegmentNode,
  type Span,
} from '../language/index.ts';
import type { JsonValue } from '../../json/index.ts';
import { compilePattern, PatternError } from '../../pattern/index.ts';
import type { Condition, Criterion, Expression, Literal, MatchItem, Path, Predicate, Step } from '../model.ts';
import { mirrored, scalarFunctions } from '../values/index.ts';
import { FUNCTIONS, functionOf, OPERATORS } from './functions.ts';
import { attributesOf, stepTypes, variableTypes } from './rm-paths.ts';
import type { Scope } from './scope.ts';

/** Types of the object that relative paths begin at; absent outside predicates. */
type Owner = readonly string[] | undefined;

export function checkExpression(scope: Scope, node: ExpressionNode | CodeNode, owner?: Owner): Expression {
  switch (node.kind) {
    case 'literal':
    case 'parameter':
      return scope.value(node);
    case 'code':
      return { kind: 'literal', value: node.code };
    case 'path':
      return checkPath(scope, node, owner);
    case 'call':
      return checkCall(scope, node, owner);
    case 'arithmetic':
      return {
        kind: 'call',
        function: OPERATORS[node.op],
        args: [checkExpression(scope, node.left, owner), checkExpression(scope, node.right, owner)],
      };
    case 'aggregate':
      throw scope.fail(node.span, `${node.name} may only stand alone in a column of SELECT`);
  }
}

function checkCall(scope: Scope, node: ExpressionNode & { readonly kind: 'call' }, owner: Owner): Expression {
  const name = functionOf(node.name);
  if (!name)
    throw scope.fail(node.span, `there is no function ${node.name}${didYouMean(node.name, Object.keys(FUNCTIONS))}`);
  const [least, most] = FUNCTIONS[name];
  const count = node.args.length;
  if (count < least || count > most) {
    const wanted = least === most ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    throw scope.fail(node.span, `${node.name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${count}`);
  }
  const args = node.args.map((arg) => checkExpression(scope, arg, owner));
  if (name === 'TERMINOLOGY') checkOperation(scope, args[0], node.span);
  return { kind: 'call', function: name, args };
}

const OPERATIONS = ['expand', 'validate', 'lookup', 'map', 'subsumes'];

/** Where the operation of TERMINOLOGY is a text of the query. */
function checkOperation(scope: Scope, operation: Expression | undefined, span: Span): void {
  if (operation?.kind !== 'literal' || typeof operation.value !== 'string') return;
  if (OPERATIONS.includes(operation.value.toLowerCase())) return;
  throw scope.fail(span, `TERMINOLOGY knows ${OPERATIONS.join(', ')}, not ${operation.value}`);
}

// -------------------------------------------------------------------------------------------------------- paths

/** A path typed along the reference model; a step that no type has is refused. */
export function checkPath(scope: Scope, node: PathNode, owner?: Owner): Path {
  const binding = node.variable === undefined ? undefined : scope.variable(node.variable, node.span);
  let types = binding ? variableTypes(binding.rmType) : (owner ?? []);
  const predicate = node.predicate && checkPredicate(scope, node.predicate, types);
  const steps: Step[] = [];
  for (const segment of expandShortcuts(node.segments, binding?.rmType ?? (owner?.[0] === 'EHR' ? 'EHR' : undefined))) {
    const next = stepTypes(types, segment.attribute);
    if (!next) {
      const hint = didYouMean(segment.attribute, attributesOf(types));
      throw scope.fail(
        segment.span,
        `not a valid RM path: no ${describe(types)} has an attribute ${segment.attribute}${hint}`,
      );
    }
    ({ types } = next);
    const own = segment.predicate && checkPredicate(scope, segment.predicate, types);
    steps.push({ attribute: segment.attribute, predicate: own, multiple: next.multiple });
  }
  const text = scope.text.slice(node.span.start, node.span.end);
  return { kind: 'path', slot: binding?.slot ?? -1, predicate, steps, types, text };
}

/** `EHR e[uid = …]` and `[ehr_id = …]` are old spellings of `ehr_id/value`. */
function expandShortcuts(segments: readonly SegmentNode[], rmType: string | undefined): readonly SegmentNode[] {
  const [first] = segments;
  if (rmType !== 'EHR' || first?.attribute !== 'uid') return segments;
  const ehrId = { ...first, attribute: 'ehr_id' };
  return segments.length > 1
    ? [ehrId, ...segments.slice(1)]
    : [ehrId, { attribute: 'value', predicate: undefined, span: first.span }];
}

const describe = (types: readonly string[]): string =>
  types.length === 0 ? 'object' : types.length <= 3 ? types.join(', ') : `${types.slice(0, 3).join(', ')} …`;

// --------------------------------------------------------------------------------------------------- predicates

export function checkPredicate(scope: Scope, node: PredicateNode, owner: readonly string[]): Predicate {
  return { alternatives: node.alternatives.map((group) => group.flatMap((one) => checkCriterion(scope, one, owner))) };
}

function checkCriterion(scope: Scope, node: CriterionNode, owner: readonly string[]): readonly Criterion[] {
  if (node.kind === 'condition') return [identity(checkCondition(scope, node.condition, owner))];
  const nodeId = node.id.kind === 'code' ? node.id.code : text(scope, scope.value(node.id), node.id.span);
  const name = node.name && checkName(scope, node.name);
  return [{ kind: 'node-id', nodeId }, ...(name ? [name] : [])];
}

function checkName(scope: Scope, node: NameNode): Criterion {
  switch (node.kind) {
    case 'code':
      return { kind: 'name-code', terminologyId: 'local', code: node.code };
    case 'term':
      return { kind: 'name-code', terminologyId: node.terminologyId, code: node.code };
    case 'literal':
    case 'parameter':
      return { kind: 'name', name: text(scope, scope.value(node), node.span) };
  }
}

/** `archetype_node_id = '…'` and `name/value = '…'` identify a node just as their short forms do. */
function identity(condition: Condition): Criterion {
  if (condition.kind === 'compare' && condition.op === '=') {
    const { left, right } = condition;
    const value = right.kind === 'literal' ? right.value : undefined;
    const isPlain = left.kind === 'path' && left.slot < 0 && left.steps.every(({ predicate }) => !predicate);
    const attributes = isPlain ? left.steps.map(({ attribute }) => attribute).join('/') : '';
    if (typeof value === 'string' && attributes === 'archetype_node_id') return { kind: 'node-id', nodeId: value };
    if (typeof value === 'string' && attributes === 'name/value') return { kind: 'name', name: value };
  }
  return { kind: 'condition', condition };
}

function text(scope: Scope, { value }: Literal, span: Span): string {
  if (typeof value === 'string') return value;
  throw scope.fail(span, 'expected a text here');
}

// --------------------------------------------------------------------------------------------------- conditions

export function checkCondition(scope: Scope, node: ConditionNode, owner?: Owner): Condition {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, operands: node.operands.map((operand) => checkCondition(scope, operand, owner)) };
    case 'not':
      return { kind: 'not', operand: checkCondition(scope, node.operand, owner) };
    case 'exists':
      return { kind: 'exists', path: checkPath(scope, node.path, owner) };
    case 'compare':
      return checkComparison(scope, node, owner);
    case 'like': {
      const pattern = text(scope, scope.value(node.pattern), node.pattern.span);
      if (/(?:^|[^\\])(?:\\\\)*\\(?![*?\\])/.test(pattern)) {
        throw scope.fail(node.pattern.span, 'invalid LIKE pattern: a backslash escapes *, ? or \\ only');
      }
      return { kind: 'like', left: checkExpression(scope, node.left, owner), pattern };
    }
    case 'matches': {
      const items = node.items.flatMap((item) => checkMatchItem(scope, item));
      return { kind: 'matches', left: checkExpression(scope, node.left, owner), items };
    }
    case 'regex':
      checkPattern(scope, node);
      return { kind: 'regex', left: checkExpression(scope, node.left, owner), pattern: node.pattern };
  }
}

function checkPattern(scope: Scope, { pattern, span }: ConditionNode & { readonly kind: 'regex' }): void {
  try {
    compilePattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw scope.fail(span, `the regular expression cannot be used: ${error.message}`);
  }
}

/** `path = NULL` means that there is nothing, `path != NULL` that there is something. A literal comes to stand on the right. */
function checkComparison(scope: Scope, node: ConditionNode & { readonly kind: 'compare' }, owner: Owner): Condition {
  const left = checkExpression(scope, node.left, owner);
  const right = checkExpression(scope, node.right, owner);
  const isNull = (side: Expression): boolean => side.kind === 'literal' && side.value === null;
  const turned = left.kind === 'literal' && right.kind !== 'literal';
  if (!isNull(left) && !isNull(right)) {
    return turned
      ? { kind: 'compare', op: mirrored(node.op), left: right, right: left }
      : { kind: 'compare', op: node.op, left, right };
  }
  const operand = isNull(left) ? right : left;
  if (operand.kind === 'literal' || (node.op !== '=' && node.op !== '!=')) {
    throw scope.fail(node.span, 'NULL can only be compared with a path or a function, by = or !=');
  }
  const present: Condition = operand.kind === 'path' ? { kind: 'exists', path: operand } : { kind: 'known', operand };
  return node.op === '=' ? { kind: 'not', operand: present } : present;
}

function checkMatchItem(scope: Scope, node: MatchItemNode): readonly MatchItem[] {
  switch (node.kind) {
    case 'literal':
    case 'parameter':
      return scope.values(node).map((value) => ({ kind: 'value', value }));
    case 'code':
      return [{ kind: 'value', value: { kind: 'literal', value: node.code } }];
    case 'uri':
      return [{ kind: 'terminology', operation: 'expand', service: 'uri', parameters: node.uri }];
    case 'interval':
      return [
        {
          kind: 'interval',
          ...(node.lower && { lower: scope.value(node.lower) }),
          ...(node.upper && { upper: scope.value(node.upper) }),
          lowerIncluded: node.lowerIncluded,
          upperIncluded: node.upperIncluded,
        },
      ];
    case 'call': {
      const [operation, service, parameters] = node.args.map((arg) => constantText(checkExpression(scope, arg)));
      if (
        node.name !== 'TERMINOLOGY' ||
        operation === undefined ||
        service === undefined ||
        parameters === undefined ||
        node.args.length > 3
      ) {
        throw scope.fail(node.span, "inside MATCHES only TERMINOLOGY('expand', 'service', 'parameters') may be called");
      }
      if (operation.toLowerCase() !== 'expand') {
        throw scope.fail(node.span, `inside MATCHES TERMINOLOGY has to 'expand', '${operation}' gives no list`);
      }
      return [{ kind: 'terminology', operation, service, parameters }];
    }
  }
}

/** What a text, or a function of texts and numbers, always is; undefined when that depends on data or on time. */
function constantText(expression: Expression): string | undefined {
  const value = constantOf(expression);
  return typeof value === 'string' ? value : undefined;
}

function constantOf(expression: Expression): JsonValue | undefined {
  if (expression.kind === 'literal') return expression.value;
  if (expression.kind !== 'call' || !isScalarFunction(expression.function)) return undefined;
  const args = expression.args.map(constantOf);
  return args.includes(undefined) ? undefined : scalarFunctions[expression.function](args);
}

const isScalarFunction = (name: string): name is keyof typeof scalarFunctions => Object.hasOwn(scalarFunctions, name);
