import { type Bindings, boundType, type CelType, dyn, formatType, isAssignable } from './cel-type.ts';
import { callCost } from './cost/call-cost.ts';
import type { Meter } from './cost/meter.ts';
import { EvaluationError, RefusedExpressionError, resultsOfAll, UnevaluableError } from './evaluation-error.ts';
import type { Compiled } from './evaluation-scope.ts';
import { acceptsOperands, type Overload } from './overload.ts';
import { Opaque, UnreadableValue, type Value } from './value/value.ts';

/** The name of a function, its overloads and its operands. */
export interface Call {
  readonly name: string;
  readonly candidates: readonly Overload[];
  readonly operands: readonly Compiled[];
}

/**
 * Compiles the call of a function: static types narrow the overloads, and the values select one at run time.
 *
 * @throws RefusedExpressionError if no overload accepts these types.
 */
export function compiledCall({ name, candidates, operands }: Call): Compiled {
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
  const fitting = results.map(({ overload }) => overload);
  return {
    type: isOne ? first.result : dyn,
    overloads: fitting,
    run: (frame) => {
      const values = resultsOfAll(operands, ({ run }) => run(frame));
      return calledOverloadResult({ name, candidates: fitting, values, meter: frame.meter });
    },
  };
}

function callResultType({ parameters, result }: Overload, types: readonly CelType[]): CelType | undefined {
  const bindings: Bindings = new Map();
  const fits = parameters.every((parameter, index) => isAssignable(types[index] ?? dyn, parameter, bindings));
  return fits ? boundType(result, bindings) : undefined;
}

interface Dispatch {
  readonly name: string;
  readonly candidates: readonly Overload[];
  readonly values: readonly Value[];
  readonly meter: Meter;
}

function calledOverloadResult({ name, candidates, values, meter }: Dispatch): Value {
  for (const value of values) {
    if (value instanceof Opaque) throw new UnevaluableError(value.reason);
    if (value instanceof UnreadableValue) throw value.error;
  }
  const isEquality = name === '==' || name === '!=';
  const overload = isEquality ? candidates[0] : candidates.find((candidate) => acceptsOperands(candidate, values));
  if (overload === undefined) throw new EvaluationError('no such overload');
  const { cost, steps } = callCost(name, values);
  meter.charge(cost, steps);
  return overload.call(...values);
}
