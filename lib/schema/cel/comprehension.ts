import { type CelType, dyn, formatType, simpleType } from './cel-type.ts';
import { macroCost } from './cost/unit-cost.ts';
import {
  type Compiled,
  type Frame,
  frameWithVariable,
  scopeWithVariable,
  type VariableTypes,
} from './evaluation-scope.ts';
import { EvaluationError, RefusedExpressionError } from './expression-error.ts';
import { type MacroCall, macroVariableName } from './macro-call.ts';
import { CelList, CelMap, type CelValue } from './value/cel-value.ts';

/** An item of the range of a comprehension, and the frame with the variables' values. */
export interface Iteration {
  readonly key: CelValue;
  readonly item: CelValue;
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
  const names = parameters.slice(0, variables).map(macroVariableName);
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
function* iterationPairs(range: CelValue, variables: 1 | 2): Generator<[CelValue, CelValue]> {
  if (range instanceof CelList) {
    for (const [index, item] of range.items.entries()) yield [BigInt(index), item];
  } else if (range instanceof CelMap) {
    for (const [key, value] of range.entries) yield [key, variables === 1 ? key : value];
  } else {
    throw new EvaluationError('no such overload');
  }
}
