import { type CelType, commonType, dyn, formatType } from './cel-type.ts';
import { optionalCost } from './cost/unit-cost.ts';
import { type Compiled, frameWithVariable, scopeWithVariable } from './evaluation-scope.ts';
import { EvaluationError, RefusedExpressionError } from './expression-error.ts';
import { compiledMacroParameter, type MacroCall, macroVariableName } from './macro-call.ts';
import { type CelValue, OptionalValue } from './value/cel-value.ts';

/** Compiles the macros `optMap` and `optFlatMap` of optionals, which differ in `wrap`. */
export function optionalMap(call: MacroCall, wrap: (value: CelValue) => CelValue): Compiled {
  const { receiver, parameters, scope, compile } = call;
  const optional = compile(receiver, scope);
  const [variable] = parameters;
  if (variable === undefined) throw new TypeError('a parameter of a macro is missing');
  const name = macroVariableName(variable);
  const result = compiledMacroParameter(call, 1, scopeWithVariable(scope, name, optionalValueType(optional.type)));
  return {
    type: result.type.kind === 'optional' ? result.type : { kind: 'optional', value: result.type },
    run: (frame) => {
      const { meter } = frame;
      const before = meter.spent.cost;
      const value = optional.run(frame);
      // API servers evaluate the optional once more for its value.
      meter.charge(meter.spent.cost - before + optionalCost);
      if (!(value instanceof OptionalValue)) throw new EvaluationError('no such overload');
      return value.value === undefined ? value : wrap(result.run(frameWithVariable(frame, name, value.value)));
    },
  };
}

function optionalValueType(type: CelType): CelType {
  if (type.kind === 'optional') return type.value;
  // Null is accepted as an optional until the rule is evaluated.
  if (type.kind === 'dyn' || type.kind === 'null') return dyn;
  throw new RefusedExpressionError(`${formatType(type)} is not an optional`);
}

/**
 * Compiles the macros `orValue` and `or` of optionals, whose argument is evaluated only if it is needed.
 *
 * @param result - the value, or an optional.
 */
export function optionalAlternative(
  { receiver, parameters: [parameter], scope, compile }: MacroCall,
  result: 'optional' | 'value',
): Compiled {
  if (parameter === undefined) throw new TypeError('the alternative of an optional is missing');
  const optional = compile(receiver, scope);
  const other = compile(parameter, scope);
  const value = optionalValueType(optional.type);
  const type: CelType = result === 'optional' ? { kind: 'optional', value } : value;
  if (commonType(type, other.type) === undefined) {
    throw new RefusedExpressionError(`the alternative is ${formatType(other.type)}, and must be ${formatType(type)}`);
  }
  return {
    type: type.kind === 'dyn' ? other.type : type,
    run: (frame) => {
      frame.meter.charge(1);
      const present = optional.run(frame);
      if (!(present instanceof OptionalValue)) throw new EvaluationError('no such overload');
      if (present.value === undefined) return other.run(frame);
      return result === 'optional' ? present : present.value;
    },
  };
}
