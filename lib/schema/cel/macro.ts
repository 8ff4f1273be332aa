import type { ASTNode } from '@marcbachmann/cel-js';
import { type CelType, dyn, formatType, joined, simpleType } from './cel-type.ts';
import { type Compiled, extended, type Frame, type Scope } from './compiled.ts';
import { EvaluationError, UnevaluableError } from './evaluation-error.ts';
import { decided, truth } from './truth.ts';
import { CelList, CelMap, type Key, Optional, type Value } from './value.ts';

/** The call of a macro: what stands in it is not compiled yet. */
export interface MacroCall {
  readonly receiver: ASTNode;
  readonly parameters: readonly ASTNode[];
  readonly scope: Scope;
  readonly compile: (node: ASTNode, scope: Scope) => Compiled;
}

/** What becomes of a macro's call. */
export type Macro = (call: MacroCall) => Compiled;

/** The macro of that name with so many parameters; undefined if there is none. */
export function macroOf(name: string, arity: number): Macro | undefined {
  return macros.get(`${name}/${arity}`);
}

const macros: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['all/2', quantifier(1, (truths) => decided(false, truths))],
  ['exists/2', quantifier(1, (truths) => decided(true, truths))],
  ['exists_one/2', quantifier(1, isOne)],
  ['existsOne/2', quantifier(1, isOne)],
  ['all/3', quantifier(2, (truths) => decided(false, truths))],
  ['exists/3', quantifier(2, (truths) => decided(true, truths))],
  ['existsOne/3', quantifier(2, isOne)],
  ['filter/2', filter],
  ['map/2', (call) => transformation(call, 1, false)],
  ['map/3', (call) => transformation(call, 1, true)],
  ['transformList/3', (call) => transformation(call, 2, false)],
  ['transformList/4', (call) => transformation(call, 2, true)],
  ['transformMap/3', (call) => mapTransformation(call, false)],
  ['transformMap/4', (call) => mapTransformation(call, true)],
  ['optMap/2', (call) => optionalMap(call, (value) => new Optional(value))],
  ['optFlatMap/2', (call) => optionalMap(call, (value) => value)],
  [
    'orValue/1',
    (call) =>
      alternative(
        call,
        (type) => type,
        (value) => value,
      ),
  ],
  [
    'or/1',
    (call) =>
      alternative(
        call,
        (type) => ({ kind: 'optional', value: type }),
        (_, optional) => optional,
      ),
  ],
]);

/** A comprehension: what it goes through, and the variables' scope and frames. */
interface Comprehension {
  readonly range: Compiled;
  readonly inner: Scope;
  readonly frames: (frame: Frame) => { readonly key: Value; readonly item: Value; readonly frame: Frame }[];
}

function comprehension({ receiver, parameters, scope, compile }: MacroCall, variables: 1 | 2): Comprehension {
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

function variableName(node: ASTNode): string {
  if (node.op !== 'id')
    throw new UnevaluableError('a macro names its variables first: the API server refuses the rule');
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
      throw new UnevaluableError(`${formatType(range)} can't be gone through: the API server refuses the rule`);
  }
}

/** Places and items of a list, keys and values of a map; where there is one variable it is the item or the key. */
function pairs(range: Value, variables: 1 | 2): [Value, Value][] {
  if (range instanceof CelList) return range.items.map((item, index) => [BigInt(index), item]);
  if (range instanceof CelMap) return [...range.entries].map(([key, value]) => [key, variables === 1 ? key : value]);
  throw new EvaluationError('no such overload');
}

function quantifier(variables: 1 | 2, verdict: (truths: (() => boolean)[]) => boolean): Macro {
  return (call) => {
    const { inner, frames } = comprehension(call, variables);
    const predicate = compiledParameter(call, variables, inner);
    return {
      type: simpleType('bool'),
      run: (frame) => verdict(frames(frame).map((each) => () => truth(predicate.run(each.frame)))),
    };
  };
}

function compiledParameter({ parameters, compile }: MacroCall, index: number, scope: Scope): Compiled {
  const parameter = parameters[index];
  if (parameter === undefined) throw new TypeError('a macro lacks a parameter');
  return compile(parameter, scope);
}

function isOne(truths: readonly (() => boolean)[]): boolean {
  return truths.filter((truthOf) => truthOf()).length === 1;
}

function filter(call: MacroCall): Compiled {
  const { range, inner, frames } = comprehension(call, 1);
  const predicate = compiledParameter(call, 1, inner);
  const item = range.type.kind === 'list' ? range.type.item : range.type.kind === 'map' ? range.type.key : dyn;
  return {
    type: { kind: 'list', item },
    run: (frame) => {
      const kept = frames(frame).filter((each) => truth(predicate.run(each.frame)));
      return new CelList(kept.map((each) => each.item));
    },
  };
}

function transformation(call: MacroCall, variables: 1 | 2, isFiltered: boolean): Compiled {
  const { inner, frames } = comprehension(call, variables);
  const predicate = isFiltered ? compiledParameter(call, variables, inner) : undefined;
  const result = compiledParameter(call, variables + (isFiltered ? 1 : 0), inner);
  return {
    type: { kind: 'list', item: result.type },
    run: (frame) => {
      const kept = frames(frame).filter((each) => predicate === undefined || truth(predicate.run(each.frame)));
      return new CelList(kept.map((each) => result.run(each.frame)));
    },
  };
}

function mapTransformation(call: MacroCall, isFiltered: boolean): Compiled {
  const { range, inner, frames } = comprehension(call, 2);
  const predicate = isFiltered ? compiledParameter(call, 2, inner) : undefined;
  const result = compiledParameter(call, isFiltered ? 3 : 2, inner);
  const key = range.type.kind === 'map' ? range.type.key : range.type.kind === 'list' ? simpleType('int') : dyn;
  return {
    type: { kind: 'map', key, value: result.type },
    run: (frame) => {
      const kept = frames(frame).filter((each) => predicate === undefined || truth(predicate.run(each.frame)));
      return new CelMap(new Map(kept.map((each): [Key, Value] => [keyOf(each.key), result.run(each.frame)])));
    },
  };
}

function keyOf(value: Value): Key {
  if (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean') return value;
  throw new EvaluationError('unsupported key type');
}

function optionalMap(call: MacroCall, wrap: (value: Value) => Value): Compiled {
  const { receiver, parameters, scope, compile } = call;
  const optional = compile(receiver, scope);
  const [variable] = parameters;
  if (variable === undefined) throw new TypeError('a macro lacks a parameter');
  const name = variableName(variable);
  const result = compiledParameter(call, 1, extended(scope, name, optionalType(optional.type)));
  return {
    type: result.type.kind === 'optional' ? result.type : { kind: 'optional', value: result.type },
    run: (frame) => {
      const value = optional.run(frame);
      if (!(value instanceof Optional)) throw new EvaluationError('no such overload');
      return value.value === undefined ? value : wrap(result.run(extended(frame, name, value.value)));
    },
  };
}

function optionalType(type: CelType): CelType {
  if (type.kind === 'optional') return type.value;
  if (type.kind === 'dyn') return dyn;
  throw new UnevaluableError(`${formatType(type)} is no optional: the API server refuses the rule`);
}

/** `orValue` and `or`, whose argument is evaluated only where it is needed. */
function alternative(
  { receiver, parameters: [parameter], scope, compile }: MacroCall,
  resultType: (type: CelType) => CelType,
  present: (value: Value, optional: Optional) => Value,
): Compiled {
  if (parameter === undefined) throw new TypeError('an optional needs an alternative');
  const optional = compile(receiver, scope);
  const other = compile(parameter, scope);
  const type = resultType(optionalType(optional.type));
  if (joined(type, other.type) === undefined) {
    throw new UnevaluableError(`${formatType(other.type)} is no ${formatType(type)}: the API server refuses the rule`);
  }
  return {
    type: type.kind === 'dyn' ? other.type : type,
    run: (frame) => {
      const value = optional.run(frame);
      if (!(value instanceof Optional)) throw new EvaluationError('no such overload');
      return value.value === undefined ? other.run(frame) : present(value.value, value);
    },
  };
}
