import type { CelType } from './cel-type.ts';
import type { Meter } from './cost/meter.ts';
import type { Overload } from './overload.ts';
import type { CelValue } from './value/cel-value.ts';

/** An expression whose names and types are resolved. */
export interface Compiled {
  readonly type: CelType;
  /** The overloads of a call that accept its operands' types. */
  readonly overloads?: readonly Overload[];
  /** @throws EvaluationError, UnevaluableError or BudgetError if there is no value. */
  readonly run: (frame: Frame) => CelValue;
}

/** The state of an evaluation: the innermost variable, the outer ones, and the remaining budget. */
export interface Frame {
  readonly meter: Meter;
  readonly name: string;
  readonly value: CelValue;
  readonly outer?: Frame;
}

/** Returns the value of a variable in the scope of an evaluation; undefined if it has none. */
export function variableValue(frame: Frame, name: string): CelValue | undefined {
  let place: Frame | undefined = frame;
  while (place !== undefined && place.name !== name) place = place.outer;
  return place?.value;
}

/** The types of the variables in scope. */
export type VariableTypes = ReadonlyMap<string, CelType>;

/** Returns a scope with one more variable, which hides other ones of its name. */
export function scopeWithVariable(scope: VariableTypes, name: string, type: CelType): VariableTypes {
  return new Map([...scope, [name, type]]);
}

/** Returns a frame with one more variable, which hides other ones of its name. */
export function frameWithVariable(outer: Frame, name: string, value: CelValue): Frame {
  return { meter: outer.meter, name, value, outer };
}
