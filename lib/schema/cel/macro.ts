import { dyn, simpleType } from './cel-type.ts';
import type { Compiled } from './compiled.ts';
import { comprehension } from './comprehension.ts';
import { compiledParameter, type MacroCall } from './macro-call.ts';
import { mapKey } from './map-key.ts';
import { alternative, optionalMap } from './optional-macro.ts';
import { conjunction, disjunction, type Truth, truth } from './truth.ts';
import { CelList, CelMap, type Key, Optional, type Value } from './value.ts';

/** What becomes of a macro's call. */
export type Macro = (call: MacroCall) => Compiled;

/** The macro of that name with so many parameters; undefined if there is none. */
export function macroOf(name: string, arity: number): Macro | undefined {
  return macros.get(`${name}/${arity}`);
}

const macros: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['all/2', quantifier(1, conjunction)],
  ['exists/2', quantifier(1, disjunction)],
  ['exists_one/2', quantifier(1, isOne)],
  ['existsOne/2', quantifier(1, isOne)],
  ['all/3', quantifier(2, conjunction)],
  ['exists/3', quantifier(2, disjunction)],
  ['existsOne/3', quantifier(2, isOne)],
  ['filter/2', filter],
  ['map/2', (call) => transformation(call, 1)],
  ['map/3', (call) => transformation(call, 1)],
  ['transformList/3', (call) => transformation(call, 2)],
  ['transformList/4', (call) => transformation(call, 2)],
  ['transformMap/3', mapTransformation],
  ['transformMap/4', mapTransformation],
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

function quantifier(variables: 1 | 2, verdict: (truths: readonly Truth[]) => boolean): Macro {
  return (call) => {
    const { inner, frames } = comprehension(call, variables);
    const predicate = compiledParameter(call, variables, inner);
    return {
      type: simpleType('bool'),
      run: (frame) => verdict(frames(frame).map((each) => () => truth(predicate.run(each.frame)))),
    };
  };
}

function isOne(truths: readonly Truth[]): boolean {
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

/** Of two parameters behind the variables, the first says which items are transformed. */
function transformation(call: MacroCall, variables: 1 | 2): Compiled {
  const { inner, frames } = comprehension(call, variables);
  const last = call.parameters.length - 1;
  const predicate = last > variables ? compiledParameter(call, variables, inner) : undefined;
  const result = compiledParameter(call, last, inner);
  return {
    type: { kind: 'list', item: result.type },
    run: (frame) => {
      const kept = frames(frame).filter((each) => predicate === undefined || truth(predicate.run(each.frame)));
      return new CelList(kept.map((each) => result.run(each.frame)));
    },
  };
}

function mapTransformation(call: MacroCall): Compiled {
  const { range, inner, frames } = comprehension(call, 2);
  const last = call.parameters.length - 1;
  const predicate = last > 2 ? compiledParameter(call, 2, inner) : undefined;
  const result = compiledParameter(call, last, inner);
  const key = range.type.kind === 'map' ? range.type.key : range.type.kind === 'list' ? simpleType('int') : dyn;
  return {
    type: { kind: 'map', key, value: result.type },
    run: (frame) => {
      const kept = frames(frame).filter((each) => predicate === undefined || truth(predicate.run(each.frame)));
      return new CelMap(new Map(kept.map((each): [Key, Value] => [mapKey(each.key), result.run(each.frame)])));
    },
  };
}
