import type { ASTNode } from '@marcbachmann/cel-js';
import { type CelType, dyn, formatType, simpleType } from './cel-type.ts';
import { macroCost } from './cost/unit-cost.ts';
import { EvaluationError, RefusedExpressionError } from './evaluation-error.ts';
import {
  type Compiled,
  type Frame,
  frameWithVariable,
  scopeWithVariable,
  type VariableTypes,
} from './evaluation-scope.ts';
import { CelList, CelMap, type Value } from './value/value.ts';

/** An item of the range of a comprehension, and the frame with the variables' values. */
export interface Iteration {
  readonly key: Value;
  readonly item: Value;
  readonly frame: Frame;
}

/** A comprehension: its range, the variables' scope, and its iterations, each charged when it begins. */
export interface Comprehension {
  readonly range: Compiled;
  readonly inner: VariableTypes;
  readonly iterations: (frame: Frame) => Generator<Iteration>;
}

/**
 * Returns the comprehension of a macro with one or two variables.
 *
 * @param cost - of an iteration without its parameters.
 */
export function comprehension(
  { receiver, parameters, scope, compile }: MacroCall,
  variables: 1 | 2,
  cost: number,
): Comprehension {
  const range = compile(receiver, scope);
  const names = parameters.slice(0, variables).map(variableName);
  const [first = '', last = first] = names;
  const types = iterationVariableTypes(range.type, variables);
  const inner = names.reduce((known, name, index) => scopeWithVariable(known, name, types[index] ?? dyn), scope);
  function* iterations(frame: Frame): Generator<Iteration> {
    frame.meter.charge(macroCost);
    for (const [key, item] of iterationPairs(range.run(frame), variables)) {
      frame.meter.charge(cost);
      const outer = variables === 2 ? frameWithVariable(frame, first, key) : frame;
      yield { key, item, frame: frameWithVariable(outer, last, item) };
    }
  }
  return { range, inner, iterations };
}

/** Returns the name of a macro's variable. @throws UnevaluableError if the parameter is not a name. */
export function variableName(node: ASTNode): string {
  if (node.op !== 'id') throw new RefusedExpressionError('the first parameters of a macro must be names of variables');
  return node.args;
}

function iterationVariableTypes(range: CelType, variables: 1 | 2): CelType[] {
  switch (range.kind) {
    case 'list':
      return variables === 1 ? [range.item] : [simpleType('int'), range.item];
    case 'map':
      return [range.key, range.value];
    case 'dyn':
      return [dyn, dyn];
    default:
      throw new RefusedExpressionError(`a macro can't iterate over ${formatType(range)}`);
  }
}

/** Yields indexes and items of a list, or keys and values of a map; a single variable is the item or the key. */
function* iterationPairs(range: Value, variables: 1 | 2): Generator<[Value, Value]> {
  if (range instanceof CelList) {
    for (const [index, item] of range.items.entries()) yield [BigInt(index), item];
  } else if (range instanceof CelMap) {
    for (const [key, value] of range.entries) yield [key, variables === 1 ? key : value];
  } else {
    throw new EvaluationError('no such overload');
  }
}

/** The call of a macro, with parameters that are not compiled yet. */
export interface MacroCall {
  readonly receiver: ASTNode;
  readonly parameters: readonly ASTNode[];
  readonly scope: VariableTypes;
  readonly compile: (node: ASTNode, scope: VariableTypes) => Compiled;
}

/**
 * Compiles a parameter of a macro in the scope of the macro's variables.
 *
 * @throws TypeError if the parameter is missing.
 */
export function compiledParameter({ parameters, compile }: MacroCall, index: number, scope: VariableTypes): Compiled {
  const parameter = parameters[index];
  if (parameter === undefined) throw new TypeError('a parameter of a macro is missing');
  return compile(parameter, scope);
}
