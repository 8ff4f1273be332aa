// cel-go's tree of an expression, with macros expanded. Made by `checkedExpression`, read by the estimate of its cost,
// which depends on the tree. @see github.com/google/cel-go, parser/macro.go

import { type CelType, simpleType } from '../cel-type.ts';
import type { Overload } from '../overload.ts';

/** An expression of cel-go. Each object is one expression there, with a separate size. */
export type CheckedExpression = { readonly type: CelType } & (
  | { readonly op: 'literal'; readonly value: unknown }
  | { readonly op: 'name'; readonly name: string }
  | { readonly op: 'select'; readonly operand: CheckedExpression; readonly field: string; readonly isTest: boolean }
  | CheckedCall
  | { readonly op: 'list'; readonly items: readonly CheckedExpression[] }
  | { readonly op: 'map'; readonly entries: readonly (readonly [CheckedExpression, CheckedExpression])[] }
  | Fold
  | {
      readonly op: 'bind';
      readonly name: string;
      readonly value: CheckedExpression;
      readonly result: CheckedExpression;
    }
);

/** A call of one of several overloads. */
export interface CheckedCall {
  readonly op: 'call';
  readonly name: string;
  readonly overloads: readonly Pick<Overload, 'parameters' | 'isMethod'>[];
  readonly target?: CheckedExpression;
  readonly args: readonly CheckedExpression[];
}

/** A comprehension. */
export interface Fold {
  readonly op: 'fold';
  readonly range: CheckedExpression;
  readonly variables: readonly string[];
  readonly init: CheckedExpression;
  readonly condition: CheckedExpression;
  readonly step: CheckedExpression;
  readonly result: CheckedExpression;
}

const anyOverload: CheckedCall['overloads'] = [{ parameters: [], isMethod: false }];

/** The overload of a method of which nothing is known. */
export const asMethod: CheckedCall['overloads'][number] = { parameters: [], isMethod: true };

/** Returns a call whose cost doesn't depend on its overload. */
export function checkedCall(type: CelType, name: string, args: readonly CheckedExpression[]): CheckedExpression {
  return { type, op: 'call', name, overloads: anyOverload, args };
}

/** Returns a literal, a string unless `type` says otherwise. */
export function checkedLiteral(value: unknown, type: CelType = simpleType('string')): CheckedExpression {
  return { type, op: 'literal', value };
}
