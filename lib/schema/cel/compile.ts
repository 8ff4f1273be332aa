// In: the tree of a CEL expression, and the types of its variables. Out: the expression's type, and a function from the
// variables' values to its value. Called by `expression` once for each rule and message.

import type { ASTNode } from '@marcbachmann/cel-js';
import { simpleType } from './cel-type.ts';
import { compiledConditional, compiledLogicalOperation } from './conditional.ts';
import { messageFunction } from './construction-text.ts';
import { Meter } from './cost/meter.ts';
import { type Compiled, type Frame, type VariableTypes, variableValue } from './evaluation-scope.ts';
import { EvaluationError, RefusedExpressionError, UnevaluableError } from './expression-error.ts';
import { compiledCall } from './function-call.ts';
import { type CalledFunction, functionOverloads, isFunction } from './function-table.ts';
import { typeNames } from './library/conversion-function.ts';
import { isInvalidRegularExpression } from './library/regular-expression-function.ts';
import { compiledList, compiledLiteral, compiledMap } from './literal.ts';
import { macroOf } from './macro.ts';
import { compiledMessage } from './message.ts';
import type { Overload } from './overload.ts';
import { compiledOptionalSelection, compiledPresenceTest, compiledSelection } from './selection.ts';
import { unevaluableFunctions } from './unevaluable-form.ts';
import type { CelValue } from './value/cel-value.ts';

/**
 * Resolves the names and types of an expression.
 *
 * @throws UnevaluableError if only the API server can evaluate it; RefusedExpressionError if the API server can't
 *   either.
 */
export function compileExpression(node: ASTNode, scope: VariableTypes): Compiled {
  const compiled = compiledNode(node, scope);
  resolutions.set(node, compiled);
  return compiled;
}

const resolutions = new WeakMap<ASTNode, Compiled>();

/**
 * Returns the type and overloads with which an expression was compiled at a node.
 *
 * @throws TypeError if the node was not compiled.
 */
export function nodeResolution(node: ASTNode): Pick<Compiled, 'type' | 'overloads'> {
  const compiled = resolutions.get(node);
  if (compiled === undefined) throw new TypeError('the node has not been compiled');
  return compiled;
}

function compiledNode(node: ASTNode, scope: VariableTypes): Compiled {
  const inner = (part: ASTNode) => compileExpression(part, scope);
  switch (node.op) {
    case 'value':
      return compiledLiteral(node.args);
    case 'id':
      return compiledIdentifier(node.args, scope);
    case '.':
      return compiledSelection(compiledReceiver(node.args[0], scope), node.args[1]);
    case '.?':
      return compiledOptionalSelection(compiledReceiver(node.args[0], scope), node.args[1]);
    case 'call':
      return compiledFunctionCall(node.args[0], node.args[1], scope);
    case 'rcall':
      return compiledMethodCall(node.args, scope);
    case 'list':
      return compiledList(node.args.map(inner));
    case 'map':
      return compiledMap(node.args.map(([key, value]) => [inner(key), inner(value)]));
    case '?:':
      return compiledConditional(node.args.map(inner));
    case '||':
    case '&&':
      return compiledLogicalOperation(node.op, node.args.map(inner));
    case '!_':
    case '-_':
      return compiledOperation(node.op, [inner(node.args)]);
    default:
      return compiledOperation(node.op, node.args.map(inner));
  }
}

/**
 * Compiles the operand of a field selection. API servers charge one unit more if it is not a variable or a part of one.
 */
function compiledReceiver(node: ASTNode, scope: VariableTypes): Compiled {
  const { type, run } = compileExpression(node, scope);
  if (['id', '.', '.?', '[]', '[?]'].includes(node.op)) return { type, run };
  return {
    type,
    run: (frame) => {
      frame.meter.charge(1);
      return run(frame);
    },
  };
}

function compiledOperation(name: string, operands: readonly Compiled[]): Compiled {
  return compiledCall(name, functionOverloads({ name, isMethod: false, arity: operands.length }), operands);
}

/** The first parts of type names with dots. */
const namespaces: ReadonlySet<string> = new Set(['google', 'kubernetes', 'net', 'dyn', 'optional_type', 'optional']);

function compiledIdentifier(name: string, scope: VariableTypes): Compiled {
  const type = scope.get(name);
  if (type !== undefined) return { type, run: (frame) => evaluatedVariable(name, frame) };
  const named = typeNames.get(name);
  if (named !== undefined) return { type: simpleType('type'), run: () => named };
  if (namespaces.has(name))
    throw new UnevaluableError(`names that begin with ${name}. are resolved by the API server only`);
  throw new RefusedExpressionError(`undeclared reference to '${name}'`);
}

function evaluatedVariable(name: string, frame: Frame): CelValue {
  frame.meter.charge(1);
  const value = variableValue(frame, name);
  if (value === undefined) throw new EvaluationError(`no such attribute: ${name}`);
  return value;
}

/** `has(x.field)`. */
function compiledPresence([field, ...others]: readonly ASTNode[], scope: VariableTypes): Compiled {
  if (field?.op !== '.' || others.length > 0)
    throw new RefusedExpressionError('has(…) needs one field, such as has(self.a)');
  return compiledPresenceTest(compiledReceiver(field.args[0], scope), field.args[1]);
}

function compiledFunctionCall(name: string, parameters: readonly ASTNode[], scope: VariableTypes): Compiled {
  if (name === 'has') return compiledPresence(parameters, scope);
  if (name === messageFunction) return compiledMessage(parameters, (part) => compileExpression(part, scope));
  return compiledNamedCall({ name, isMethod: false }, parameters, scope);
}

/** Compiles the call of a function or a method. @param parts - its operands, first the target of a method. */
function compiledNamedCall(
  called: Omit<CalledFunction, 'arity'>,
  parts: readonly ASTNode[],
  scope: VariableTypes,
): Compiled {
  const candidates = callableOverloads({ ...called, arity: parts.length });
  const operands = parts.map((part) => compileExpression(part, scope));
  const compiled = compiledCall(called.name, candidates, operands);
  refuseBadLiteral(called.name, parts, compiled);
  return compiled;
}

/** The API server checks literal times and regular expressions when it compiles the rule. */
function refuseBadLiteral(name: string, parameters: readonly ASTNode[], { run }: Compiled): void {
  const last = parameters.at(-1);
  if (last?.op !== 'value') return;
  if (name === 'matches' && typeof last.args === 'string' && isInvalidRegularExpression(last.args)) {
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

function compiledMethodCall([name, target, parameters]: [string, ASTNode, ASTNode[]], scope: VariableTypes): Compiled {
  if (target.op === 'id' && !scope.has(target.args)) {
    const isNamespace = ['format', 'ip', 'jsonpatch', 'lists', 'optional', 'sets', 'strings'].includes(target.args);
    if (isNamespace) return compiledFunctionCall(`${target.args}.${name}`, parameters, scope);
  }
  const macro = macroOf(name, parameters.length);
  if (macro !== undefined) return macro({ receiver: target, parameters, scope, compile: compileExpression });
  return compiledNamedCall({ name, isMethod: true }, [target, ...parameters], scope);
}

function callableOverloads(called: CalledFunction): readonly Overload[] {
  const candidates = functionOverloads(called);
  if (candidates.length > 0) return candidates;
  const { name } = called;
  if (unevaluableFunctions.has(name)) throw new UnevaluableError(`'${name}' is evaluated by the API server only`);
  if (!isFunction(name)) throw new RefusedExpressionError(`Kubernetes has no function '${name}'`);
  throw new UnevaluableError(`'${name}' with these arguments is evaluated by the API server only`);
}
