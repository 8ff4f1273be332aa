import type { CelType } from './cel-type.ts';
import type { Value } from './value.ts';

/** An expression whose names and types are resolved. */
export interface Compiled {
  readonly type: CelType;
  /** @throws EvaluationError or UnevaluableError where there is no value. */
  readonly run: (frame: Frame) => Value;
}

/** The values of the variables at a place of an expression. */
export type Frame = ReadonlyMap<string, Value>;

/** The types of the variables at a place of an expression. */
export type Scope = ReadonlyMap<string, CelType>;

/** A map with one more variable, which hides others of its name. */
export function extended<Known>(
  variables: ReadonlyMap<string, Known>,
  name: string,
  value: Known,
): ReadonlyMap<string, Known> {
  return new Map([...variables, [name, value]]);
}
