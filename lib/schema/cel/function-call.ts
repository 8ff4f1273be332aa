import { type Bindings, boundType, type CelType, dyn, formatType, isAssignable } from './cel-type.ts';
import { callCost } from './cost/call-cost.ts';
import type { Compiled } from './evaluation-scope.ts';
import { EvaluationError, RefusedExpressionError, UnevaluableError } from './expression-error.ts';
import { acceptsOperands, type Overload } from './overload.ts';
import { type CelValue, OpaqueValue, UnreadableValue } from './value/cel-value.ts';

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
      const values = callPartResults(operands, ({ run }) => run(frame));
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

function calledOverload(name: string, candidates: readonly Overload[], values: readonly CelValue[]): Overload {
  for (const value of values) {
    if (value instanceof OpaqueValue) throw new UnevaluableError(value.reason);
    if (value instanceof UnreadableValue) throw value.error;
  }
  const isEquality = name === '==' || name === '!=';
  const overload = isEquality ? candidates[0] : candidates.find((candidate) => acceptsOperands(candidate, values));
  if (overload === undefined) throw new EvaluationError('no such overload');
  return overload;
}

/**
 * Returns the results for all parts of a call: its operands, or the iterations of a macro. If one fails, the other ones
 * are evaluated all the same: API servers do so and count their cost.
 */
export function callPartResults<Part, Result>(parts: Iterable<Part>, result: (part: Part) => Result): Result[] {
  const results: Result[] = [];
  let failure: EvaluationError | undefined;
  for (const part of parts) {
    try {
      results.push(result(part));
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return results;
}
