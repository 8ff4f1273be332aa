import { type Bindings, boundType, type CelType, dyn, formatType, isAssignable } from './cel-type.ts';
import { callCost } from './cost/call-cost.ts';
import { EvaluationError, RefusedExpressionError, resultsOfAll, UnevaluableError } from './evaluation-error.ts';
import type { Compiled } from './evaluation-scope.ts';
import { acceptsOperands, type Overload } from './overload.ts';
import { Opaque, UnreadableValue, type Value } from './value/value.ts';

/**
 * Compiles the call of a function: static types narrow the overloads, and the values select one at run time.
 *
 * @throws RefusedExpressionError if no overload accepts these types.
 */
export function compiledCall(name: string, candidates: readonly Overload[], operands: readonly Compiled[]): Compiled {
  const types = operands.map(({ type }) => type);
  const results = candidates.flatMap((overload) => {
    const result = callResultType(overload, types);
    return result === undefined ? [] : [{ overload, result }];
  });
  const [first, ...others] = results;
  if (first === undefined) {
    throw new RefusedExpressionError(`'${name}' doesn't accept (${types.map(formatType).join(', ')})`);
  }
  const isOne = others.every(({ result }) => formatType(result) === formatType(first.result));
  const overloads = results.map(({ overload }) => overload);
  return {
    type: isOne ? first.result : dyn,
    overloads,
    run: (frame) => {
      const values = resultsOfAll(operands, ({ run }) => run(frame));
      const overload = calledOverload(name, overloads, values);
      const { cost, steps } = callCost(name, values);
      frame.meter.charge(cost, steps);
      return overload.call(...values);
    },
  };
}

function callResultType({ parameters, result }: Overload, types: readonly CelType[]): CelType | undefined {
  const bindings: Bindings = new Map();
  const fits = parameters.every((parameter, index) => isAssignable(types[index] ?? dyn, parameter, bindings));
  return fits ? boundType(result, bindings) : undefined;
}

function calledOverload(name: string, candidates: readonly Overload[], values: readonly Value[]): Overload {
  for (const value of values) {
    if (value instanceof Opaque) throw new UnevaluableError(value.reason);
    if (value instanceof UnreadableValue) throw value.error;
  }
  const isEquality = name === '==' || name === '!=';
  const overload = isEquality ? candidates[0] : candidates.find((candidate) => acceptsOperands(candidate, values));
  if (overload === undefined) throw new EvaluationError('no such overload');
  return overload;
}
