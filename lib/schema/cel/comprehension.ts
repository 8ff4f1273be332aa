import type { ASTNode } from '@marcbachmann/cel-js';
import { type CelType, dyn, formatType, simpleType } from './cel-type.ts';
import { type Compiled, extended, type Frame, type Scope } from './compiled.ts';
import { EvaluationError, RefusedExpressionError } from './evaluation-error.ts';
import type { MacroCall } from './macro-call.ts';
import { CelList, CelMap, type Value } from './value.ts';

/** A comprehension: what it goes through, and the variables' scope and frames. */
export interface Comprehension {
  readonly range: Compiled;
  readonly inner: Scope;
  readonly frames: (frame: Frame) => { readonly key: Value; readonly item: Value; readonly frame: Frame }[];
}

/** The comprehension of a macro with so many variables. */
export function comprehension({ receiver, parameters, scope, compile }: MacroCall, variables: 1 | 2): Comprehension {
  const range = compile(receiver, scope);
  const names = parameters.slice(0, variables).map(variableName);
  const types = variableTypes(range.type, variables);
  const inner = names.reduce((known, name, index) => extended(known, name, types[index] ?? dyn), scope);
  const frames = (frame: Frame) =>
    pairs(range.run(frame), variables).map(([key, item]) => {
      const values = variables === 2 ? [key, item] : [item];
      const own = names.reduce((known, name, index) => extended(known, name, values[index] ?? null), frame);
      return { key, item: values[0] ?? null, frame: own };
    });
  return { range, inner, frames };
}

/** The name of a macro's variable. @throws UnevaluableError for a parameter that is none. */
export function variableName(node: ASTNode): string {
  if (node.op !== 'id') throw new RefusedExpressionError('a macro names its variables first');
  return node.args;
}

function variableTypes(range: CelType, variables: 1 | 2): CelType[] {
  switch (range.kind) {
    case 'list':
      return variables === 1 ? [range.item] : [simpleType('int'), range.item];
    case 'map':
      return [range.key, range.value];
    case 'dyn':
      return [dyn, dyn];
    default:
      throw new RefusedExpressionError(`${formatType(range)} can't be gone through`);
  }
}

/** Places and items of a list, keys and values of a map; where there is one variable it is the item or the key. */
function pairs(range: Value, variables: 1 | 2): [Value, Value][] {
  if (range instanceof CelList) return range.items.map((item, index) => [BigInt(index), item]);
  if (range instanceof CelMap) return [...range.entries].map(([key, value]) => [key, variables === 1 ? key : value]);
  throw new EvaluationError('no such overload');
}
