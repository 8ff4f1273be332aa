// In: the tree of a compiled expression. Out: cel-go's tree of it, with macros expanded. Called by the estimate of its
// cost, which depends on that tree. @see github.com/google/cel-go, parser/macro.go

import type { ASTNode } from '@marcbachmann/cel-js';
import { type CelType, dyn, simpleType } from '../cel-type.ts';
import { resolution } from '../compile.ts';
import { libraryOverloads, type Overload } from '../overload.ts';

/** An expression of cel-go. Each object is one expression there, with a separate size. */
export type CheckedExpression = { readonly type: CelType } & (
  | { readonly op: 'literal'; readonly value: unknown }
  | { readonly op: 'name'; readonly name: string }
  | { readonly op: 'select'; readonly operand: CheckedExpression; readonly field: string; readonly isTest: boolean }
  | CheckedCall
  | { readonly op: 'list'; readonly items: readonly CheckedExpression[] }
  | { readonly op: 'map'; readonly entries: readonly (readonly [CheckedExpression, CheckedExpression])[] }
  | Fold
  | {
      readonly op: 'bind';
      readonly name: string;
      readonly value: CheckedExpression;
      readonly result: CheckedExpression;
    }
);

/** A call of one of several overloads. */
export interface CheckedCall {
  readonly op: 'call';
  readonly name: string;
  readonly overloads: readonly Pick<Overload, 'parameters' | 'isMethod'>[];
  readonly target?: CheckedExpression;
  readonly args: readonly CheckedExpression[];
}

/** A comprehension. */
export interface Fold {
  readonly op: 'fold';
  readonly range: CheckedExpression;
  readonly variables: readonly string[];
  readonly init: CheckedExpression;
  readonly condition: CheckedExpression;
  readonly step: CheckedExpression;
  readonly result: CheckedExpression;
}

/** The variable of a fold that holds the intermediate result. */
export const accumulator = '@result';

const bool = simpleType('bool');
const int = simpleType('int');

/** Returns cel-go's tree of a compiled node. */
export function checkedExpression(node: ASTNode): CheckedExpression {
  const { type, overloads: fitting = [] } = resolution(node);
  switch (node.op) {
    case 'value':
      return { type, op: 'literal', value: node.args };
    case 'id':
      return { type, op: 'name', name: node.args };
    case '.':
      return { type, op: 'select', operand: checkedExpression(node.args[0]), field: node.args[1], isTest: false };
    case '.?':
      return checkedCall(type, node.op, [checkedExpression(node.args[0]), checkedLiteral(node.args[1])]);
    case 'list':
      return { type, op: 'list', items: node.args.map(checkedExpression) };
    case 'map':
      return {
        type,
        op: 'map',
        entries: node.args.map(([key, value]) => [checkedExpression(key), checkedExpression(value)]),
      };
    case 'call': {
      const [name, parameters] = node.args;
      if (name === 'has') return presenceTest(type, parameters);
      return { type, op: 'call', name, overloads: fitting, args: parameters.map(checkedExpression) };
    }
    case 'rcall':
      return checkedMethodCall(node, type, fitting);
    case '-_':
      if (node.args.op === 'value') return { type, op: 'literal', value: negatedLiteral(node.args.args) };
      return { type, op: 'call', name: node.op, overloads: fitting, args: [checkedExpression(node.args)] };
    case '!_':
      return { type, op: 'call', name: node.op, overloads: fitting, args: [checkedExpression(node.args)] };
    case '?:':
    case '||':
    case '&&':
      return checkedCall(type, node.op, node.args.map(checkedExpression));
    default:
      return { type, op: 'call', name: node.op, overloads: fitting, args: node.args.map(checkedExpression) };
  }
}

function negatedLiteral(value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'number' ? -value : value;
}

function presenceTest(type: CelType, [field]: readonly ASTNode[]): CheckedExpression {
  if (field?.op !== '.') throw new TypeError('has(…) needs one field');
  return { type, op: 'select', operand: checkedExpression(field.args[0]), field: field.args[1], isTest: true };
}

const anyOverload: readonly Pick<Overload, 'parameters' | 'isMethod'>[] = [{ parameters: [], isMethod: false }];
const asMethod: Pick<Overload, 'parameters' | 'isMethod'> = { parameters: [], isMethod: true };
const listAddition = libraryOverloads({ '+(list<A>, list<A>): list<A>': (list) => list });

function checkedCall(type: CelType, name: string, args: readonly CheckedExpression[]): CheckedExpression {
  return { type, op: 'call', name, overloads: anyOverload, args };
}

function checkedLiteral(value: unknown, type: CelType = simpleType('string')): CheckedExpression {
  return { type, op: 'literal', value };
}

type MethodCall = Extract<ASTNode, { op: 'rcall' }>;

function checkedMethodCall(node: MethodCall, type: CelType, fitting: readonly Overload[]): CheckedExpression {
  const [name, receiver, parameters] = node.args;
  const macro = macros[`${name}/${parameters.length}`];
  if (macro !== undefined) return macro({ receiver, parameters, type });
  const args = parameters.map(checkedExpression);
  const [overload = asMethod] = fitting;
  if (overload.isMethod) {
    const each = fitting.length > 0 ? fitting : [asMethod];
    return { type, op: 'call', name, overloads: each, target: checkedExpression(receiver), args };
  }
  const space = receiver.op === 'id' ? receiver.args : '';
  return { type, op: 'call', name: `${space}.${name}`, overloads: fitting, args };
}

interface MacroUse {
  readonly receiver: ASTNode;
  readonly parameters: readonly ASTNode[];
  readonly type: CelType;
}

const macros: Readonly<Record<string, (use: MacroUse) => CheckedExpression>> = {
  'all/2': (use) => quantifierFold(use, 1, allFold),
  'all/3': (use) => quantifierFold(use, 2, allFold),
  'exists/2': (use) => quantifierFold(use, 1, existsFold),
  'exists/3': (use) => quantifierFold(use, 2, existsFold),
  'exists_one/2': (use) => quantifierFold(use, 1, existsOneFold),
  'existsOne/2': (use) => quantifierFold(use, 1, existsOneFold),
  'existsOne/3': (use) => quantifierFold(use, 2, existsOneFold),
  'filter/2': (use) => listFold(use, 1, use.parameters[1], use.parameters[0]),
  'map/2': (use) => listFold(use, 1, undefined, use.parameters[1]),
  'map/3': (use) => listFold(use, 1, use.parameters[1], use.parameters[2]),
  'transformList/3': (use) => listFold(use, 2, undefined, use.parameters[2]),
  'transformList/4': (use) => listFold(use, 2, use.parameters[2], use.parameters[3]),
  'transformMap/3': (use) => mapFold(use, undefined, use.parameters[2]),
  'transformMap/4': (use) => mapFold(use, use.parameters[2], use.parameters[3]),
  'optMap/2': (use) => checkedOptionalMap(use, (result) => checkedCall(use.type, 'optional.of', [result])),
  'optFlatMap/2': (use) => checkedOptionalMap(use, (result) => result),
};

type Parts = Pick<Fold, 'init' | 'condition' | 'step' | 'result'>;

function checkedFold({ receiver, parameters, type }: MacroUse, variables: 1 | 2, parts: Parts): CheckedExpression {
  const names = parameters.slice(0, variables).map((name) => (name.op === 'id' ? name.args : ''));
  return { type, op: 'fold', range: checkedExpression(receiver), variables: names, ...parts };
}

function quantifierFold(
  use: MacroUse,
  variables: 1 | 2,
  parts: (predicate: CheckedExpression) => Parts,
): CheckedExpression {
  return checkedFold(use, variables, parts(checkedParameter(use.parameters[variables])));
}

function checkedParameter(node: ASTNode | undefined): CheckedExpression {
  if (node === undefined) throw new TypeError('a parameter of a macro is missing');
  return checkedExpression(node);
}

function accumulatorName(type: CelType): CheckedExpression {
  return { type, op: 'name', name: accumulator };
}

function notStrictlyFalse(value: CheckedExpression): CheckedExpression {
  return checkedCall(bool, '@not_strictly_false', [value]);
}

function allFold(predicate: CheckedExpression): Parts {
  return {
    init: checkedLiteral(true, bool),
    condition: notStrictlyFalse(accumulatorName(bool)),
    step: checkedCall(bool, '&&', [accumulatorName(bool), predicate]),
    result: accumulatorName(bool),
  };
}

function existsFold(predicate: CheckedExpression): Parts {
  return {
    init: checkedLiteral(false, bool),
    condition: notStrictlyFalse(checkedCall(bool, '!_', [accumulatorName(bool)])),
    step: checkedCall(bool, '||', [accumulatorName(bool), predicate]),
    result: accumulatorName(bool),
  };
}

function existsOneFold(predicate: CheckedExpression): Parts {
  const more = checkedCall(int, '+', [accumulatorName(int), checkedLiteral(1n, int)]);
  return {
    init: checkedLiteral(0n, int),
    condition: checkedLiteral(true, bool),
    step: checkedCall(int, '?:', [predicate, more, accumulatorName(int)]),
    result: checkedCall(bool, '==', [accumulatorName(int), checkedLiteral(1n, int)]),
  };
}

function listFold(
  use: MacroUse,
  variables: 1 | 2,
  predicate: ASTNode | undefined,
  item: ASTNode | undefined,
): CheckedExpression {
  const { type } = use;
  const made = item === use.parameters[0] && item !== undefined ? filterVariable(use, item) : checkedParameter(item);
  const more: CheckedExpression = {
    type,
    op: 'call',
    name: '+',
    overloads: listAddition,
    args: [accumulatorName(type), { type, op: 'list', items: [made] }],
  };
  return checkedFold(use, variables, {
    init: { type, op: 'list', items: [] },
    condition: checkedLiteral(true, bool),
    step:
      predicate === undefined
        ? more
        : checkedCall(type, '?:', [checkedParameter(predicate), more, accumulatorName(type)]),
    result: accumulatorName(type),
  });
}

/** Returns the variable of a filter, which the result names without an evaluation. */
function filterVariable({ type }: MacroUse, node: ASTNode): CheckedExpression {
  const name = node.op === 'id' ? node.args : '';
  return { type: type.kind === 'list' ? type.item : dyn, op: 'name', name };
}

function mapFold(use: MacroUse, predicate: ASTNode | undefined, value: ASTNode | undefined): CheckedExpression {
  const { type } = use;
  const [key] = use.parameters;
  const keyType = type.kind === 'map' ? type.key : dyn;
  const name: CheckedExpression = { type: keyType, op: 'name', name: key?.op === 'id' ? key.args : '' };
  const more = checkedCall(type, 'cel.@mapInsert', [accumulatorName(type), name, checkedParameter(value)]);
  return checkedFold(use, 2, {
    init: { type, op: 'map', entries: [] },
    condition: checkedLiteral(true, bool),
    step:
      predicate === undefined
        ? more
        : checkedCall(type, '?:', [checkedParameter(predicate), more, accumulatorName(type)]),
    result: accumulatorName(type),
  });
}

/** The optional occurs twice, as in cel-go. */
function checkedOptionalMap(
  { receiver, parameters: [name, result], type }: MacroUse,
  wrap: (result: CheckedExpression) => CheckedExpression,
): CheckedExpression {
  const target = checkedExpression(receiver);
  const inner = target.type.kind === 'optional' ? target.type.value : dyn;
  const method = (method: string, of: CheckedExpression, to: CelType): CheckedExpression => ({
    type: to,
    op: 'call',
    name: method,
    overloads: [asMethod],
    target: of,
    args: [],
  });
  const mapped = checkedParameter(result);
  const bound: CheckedExpression = {
    type: mapped.type,
    op: 'bind',
    name: name?.op === 'id' ? name.args : '',
    value: method('value', checkedExpression(receiver), inner),
    result: mapped,
  };
  const none = checkedCall(type, 'optional.none', []);
  return checkedCall(type, '?:', [method('hasValue', target, bool), wrap(bound), none]);
}
