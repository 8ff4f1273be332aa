// In: the tree of a CEL expression, and the types of its variables. Out: the expression's type, and a function from the
// variables' values to its value. Called by `expression` once for each rule and message.

import type { ASTNode } from '@marcbachmann/cel-js';
import { call } from './call.ts';
import { type CelType, dyn, formatType, joined, simpleType } from './cel-type.ts';
import { type Compiled, type Frame, type VariableTypes, variableValue } from './compiled.ts';
import { Meter } from './cost/meter.ts';
import { listCost, mapCost } from './cost/unit-cost.ts';
import { EvaluationError, RefusedExpressionError, UnevaluableError } from './evaluation-error.ts';
import { type CalledFunction, functionOverloads, isFunction } from './function-table.ts';
import { isInt64 } from './int64.ts';
import { typeNames } from './library/conversion.ts';
import { isNoPattern } from './library/regular-expression.ts';
import { macroOf } from './macro.ts';
import { mapKey } from './map-key.ts';
import type { Overload } from './overload.ts';
import { optionalSelection, presence, selection } from './selection.ts';
import { allTrue, disjunction, type Truth, truth } from './truth.ts';
import { unevaluableFunctions } from './unevaluable.ts';
import { CelList, CelMap, type Key, type Value } from './value.ts';

/**
 * Resolves the names and types of an expression.
 *
 * @throws UnevaluableError if only the API server can evaluate it; RefusedExpressionError if the API server can't
 *   either.
 */
export function compile(node: ASTNode, scope: VariableTypes): Compiled {
  const compiled = resolved(node, scope);
  resolutions.set(node, compiled);
  return compiled;
}

const resolutions = new WeakMap<ASTNode, Compiled>();

/** Returns the type and overloads of a compiled node. @throws TypeError if the node was not compiled. */
export function resolution(node: ASTNode): Pick<Compiled, 'type' | 'overloads'> {
  const compiled = resolutions.get(node);
  if (compiled === undefined) throw new TypeError('the node has not been compiled');
  return compiled;
}

function resolved(node: ASTNode, scope: VariableTypes): Compiled {
  switch (node.op) {
    case 'value':
      return literal(node.args);
    case 'id':
      return identifier(node.args, scope);
    case '.':
      return selection(receiver(node.args[0], scope), node.args[1]);
    case '.?':
      return optionalSelection(receiver(node.args[0], scope), node.args[1]);
    case 'call':
      return functionCall(node.args[0], node.args[1], scope);
    case 'rcall':
      return methodCall(node.args, scope);
    case 'list':
      return listLiteral(node.args.map((item) => compile(item, scope)));
    case 'map':
      return mapLiteral(node.args.map(([key, value]) => [compile(key, scope), compile(value, scope)]));
    case '?:':
      return conditional(node.args.map((part) => compile(part, scope)));
    case '||':
      return logical(
        '||',
        node.args.map((part) => compile(part, scope)),
      );
    case '&&':
      return logical(
        '&&',
        node.args.map((part) => compile(part, scope)),
      );
    case '!_':
    case '-_':
      return operation(node.op, [compile(node.args, scope)]);
    default:
      return operation(
        node.op,
        node.args.map((part) => compile(part, scope)),
      );
  }
}

/**
 * Compiles the operand of a field selection. API servers charge one unit more if it is not a variable or a part of one.
 */
function receiver(node: ASTNode, scope: VariableTypes): Compiled {
  const { type, run } = compile(node, scope);
  if (['id', '.', '.?', '[]', '[?]'].includes(node.op)) return { type, run };
  return {
    type,
    run: (frame) => {
      frame.meter.charge(1);
      return run(frame);
    },
  };
}

function operation(name: string, operands: readonly Compiled[]): Compiled {
  return call({ name, candidates: functionOverloads({ name, isMethod: false, arity: operands.length }), operands });
}

function literal(value: unknown): Compiled {
  if (typeof value === 'bigint' && isInt64(value)) return constant(value, 'int');
  if (typeof value === 'number') return constant(value, 'double');
  if (typeof value === 'string') return constant(value, 'string');
  if (typeof value === 'boolean') return constant(value, 'bool');
  if (value instanceof Uint8Array) return constant(value, 'bytes');
  if (value === null) return constant(value, 'null');
  throw new UnevaluableError('unsigned integers, and integers beyond 64 bits, are evaluated by the API server only');
}

function constant(value: Value, kind: Parameters<typeof simpleType>[0]): Compiled {
  return { type: simpleType(kind), run: () => value };
}

/** The first parts of type names with dots. */
const namespaces: ReadonlySet<string> = new Set(['google', 'kubernetes', 'net', 'dyn', 'optional_type', 'optional']);

function identifier(name: string, scope: VariableTypes): Compiled {
  const type = scope.get(name);
  if (type !== undefined) return { type, run: (frame) => variable(name, frame) };
  const named = typeNames.get(name);
  if (named !== undefined) return { type: simpleType('type'), run: () => named };
  if (namespaces.has(name))
    throw new UnevaluableError(`names that begin with ${name}. are resolved by the API server only`);
  throw new RefusedExpressionError(`undeclared reference to '${name}'`);
}

function variable(name: string, frame: Frame): Value {
  frame.meter.charge(1);
  const value = variableValue(frame, name);
  if (value === undefined) throw new EvaluationError(`no such attribute: ${name}`);
  return value;
}

/** `has(x.field)`. */
function has([field, ...others]: readonly ASTNode[], scope: VariableTypes): Compiled {
  if (field?.op !== '.' || others.length > 0)
    throw new RefusedExpressionError('has(…) needs one field, such as has(self.a)');
  return presence(receiver(field.args[0], scope), field.args[1]);
}

function functionCall(name: string, parameters: readonly ASTNode[], scope: VariableTypes): Compiled {
  if (name === 'has') return has(parameters, scope);
  const candidates = knownOverloads({ name, isMethod: false, arity: parameters.length });
  const operands = parameters.map((parameter) => compile(parameter, scope));
  const compiled = call({ name, candidates, operands });
  checkLiteral(name, parameters, compiled);
  return compiled;
}

/** The API server checks literal times and regular expressions when it compiles the rule. */
function checkLiteral(name: string, parameters: readonly ASTNode[], { run }: Compiled): void {
  const last = parameters.at(-1);
  if (last?.op !== 'value') return;
  if (name === 'matches' && typeof last.args === 'string' && isNoPattern(last.args)) {
    throw new RefusedExpressionError(`'${last.args}' is not a valid RE2 regular expression`);
  }
  if (parameters.length > 1 || (name !== 'duration' && name !== 'timestamp')) return;
  try {
    run({ meter: new Meter(), name: '', value: null });
  } catch (error) {
    if (error instanceof EvaluationError) throw new RefusedExpressionError(error.message, { cause: error });
    throw error;
  }
}

function methodCall([name, target, parameters]: [string, ASTNode, ASTNode[]], scope: VariableTypes): Compiled {
  if (target.op === 'id' && !scope.has(target.args)) {
    const qualified = `${target.args}.${name}`;
    const isNamespace = ['format', 'ip', 'lists', 'optional', 'sets', 'strings'].includes(target.args);
    if (isNamespace) return functionCall(qualified, parameters, scope);
  }
  const macro = macroOf(name, parameters.length);
  if (macro !== undefined) return macro({ receiver: target, parameters, scope, compile });
  const candidates = knownOverloads({ name, isMethod: true, arity: parameters.length + 1 });
  const operands = [target, ...parameters].map((part) => compile(part, scope));
  const compiled = call({ name, candidates, operands });
  checkLiteral(name, [target, ...parameters], compiled);
  return compiled;
}

function knownOverloads(called: CalledFunction): readonly Overload[] {
  const candidates = functionOverloads(called);
  if (candidates.length > 0) return candidates;
  const { name } = called;
  if (unevaluableFunctions.has(name)) throw new UnevaluableError(`'${name}' is evaluated by the API server only`);
  if (!isFunction(name)) throw new RefusedExpressionError(`Kubernetes has no function '${name}'`);
  throw new UnevaluableError(`'${name}' with these arguments is evaluated by the API server only`);
}

function listLiteral(items: readonly Compiled[]): Compiled {
  const type = { kind: 'list', item: commonItemType(items) } as const;
  return {
    type,
    run: (frame) => {
      frame.meter.charge(listCost, items.length);
      return new CelList(items.map(({ run }) => run(frame)));
    },
  };
}

function mapLiteral(entries: readonly (readonly [Compiled, Compiled])[]): Compiled {
  const key = commonItemType(entries.map(([name]) => name));
  const value = commonItemType(entries.map(([, content]) => content));
  return {
    type: { kind: 'map', key, value },
    run: (frame) => {
      frame.meter.charge(mapCost, entries.length);
      const pairs = entries.map(([name, content]): [Key, Value] => [mapKey(name.run(frame)), content.run(frame)]);
      const map = new Map(pairs);
      if (map.size < pairs.length) throw new EvaluationError('Failed with repeated key');
      return new CelMap(map);
    },
  };
}

/** Returns the common type of the items of a literal list, which the API server requires. */
function commonItemType(items: readonly Compiled[]): CelType {
  const [first, ...others] = items.map(({ type }) => type);
  return others.reduce((common, type) => {
    const both = joined(common, type);
    if (both === undefined) {
      throw new RefusedExpressionError(`a list can't have items of both ${formatType(common)} and ${formatType(type)}`);
    }
    return both;
  }, first ?? dyn);
}

function conditional([condition, then, otherwise]: readonly Compiled[]): Compiled {
  if (condition === undefined || then === undefined || otherwise === undefined) {
    throw new TypeError('a conditional needs three parts');
  }
  requireBool('?:', condition.type);
  return {
    type: commonItemType([then, otherwise]),
    run: (frame) => (truth(condition.run(frame)) ? then : otherwise).run(frame),
  };
}

/** One side can decide the result, even if the other one fails. */
function logical(operator: '||' | '&&', sides: readonly Compiled[]): Compiled {
  for (const { type } of sides) requireBool(operator, type);
  const combined = operator === '||' ? disjunction : allTrue;
  return { type: simpleType('bool'), run: (frame) => combined(sides.map((side) => truthOf(side, frame))) };
}

function truthOf({ run }: Compiled, frame: Frame): Truth {
  return () => truth(run(frame));
}

function requireBool(operator: string, type: CelType): void {
  if (type.kind === 'bool' || type.kind === 'dyn') return;
  throw new RefusedExpressionError(`'${operator}' doesn't accept ${formatType(type)}`);
}
