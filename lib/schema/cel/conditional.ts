import { type CelType, commonItemType, formatType, simpleType } from './cel-type.ts';
import type { Compiled, Frame } from './evaluation-scope.ts';
import { RefusedExpressionError } from './expression-error.ts';
import { combinedTruth, truthOf } from './truth.ts';

/** Compiles `condition ? then : otherwise`. */
export function compiledConditional([condition, then, otherwise]: readonly Compiled[]): Compiled {
  if (condition === undefined || then === undefined || otherwise === undefined) {
    throw new TypeError('a conditional needs three parts');
  }
  requireBoolOperand('?:', condition.type);
  return {
    type: commonItemType([then, otherwise]),
    run: (frame) => (truthOf(condition.run(frame)) ? then : otherwise).run(frame),
  };
}

/** Compiles `||` and `&&`: one side can decide the result, even if the other one fails. */
export function compiledLogicalOperation(operator: '||' | '&&', sides: readonly Compiled[]): Compiled {
  for (const { type } of sides) requireBoolOperand(operator, type);
  const truths = (frame: Frame) => sides.map((side) => () => truthOf(side.run(frame)));
  return { type: simpleType('bool'), run: (frame) => combinedTruth(operator, truths(frame)) };
}

function requireBoolOperand(operator: string, type: CelType): void {
  if (type.kind === 'bool' || type.kind === 'dyn') return;
  throw new RefusedExpressionError(`'${operator}' doesn't accept ${formatType(type)}`);
}
