import type { CelType } from './cel-type.ts';
import type { Meter } from './cost/meter.ts';
import type { Overload } from './overload.ts';
import type { Value } from './value.ts';

/** An expression whose names and types are resolved. */
export interface Compiled {
  readonly type: CelType;
  /** Of a call: the overloads that its operands' types leave. */
  readonly overloads?: readonly Overload[];
  /** @throws EvaluationError, UnevaluableError or BudgetError where there is no value. */
  readonly run: (frame: Frame) => Value;
}

/** Where an expression is evaluated: the innermost variable there, those around it, and what it may cost. */
export interface Frame {
  readonly meter: Meter;
  readonly name: string;
  readonly value: Value;
  readonly outer?: Frame;
}

/** The value of a variable; undefined if it has none. */
export function variableValue(frame: Frame, name: string): Value | undefined {
  let place: Frame | undefined = frame;
  while (place !== undefined && place.name !== name) place = place.outer;
  return place?.value;
}

/** The types of the variables at a place of an expression. */
export type VariableTypes = ReadonlyMap<string, CelType>;

/** A scope with one more variable, which hides others of its name. */
export function extended(scope: VariableTypes, name: string, type: CelType): VariableTypes {
  return new Map([...scope, [name, type]]);
}

/** A frame with one more variable, which hides others of its name. */
export function withVariable(outer: Frame, name: string, value: Value): Frame {
  return { meter: outer.meter, name, value, outer };
}
