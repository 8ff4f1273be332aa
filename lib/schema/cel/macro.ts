import { dyn, simpleType } from './cel-type.ts';
import type { Compiled } from './compiled.ts';
import { comprehension, type Iteration, visited } from './comprehension.ts';
import { iterationCost } from './cost/unit-cost.ts';
import { compiledParameter, type MacroCall } from './macro-call.ts';
import { mapKey } from './map-key.ts';
import { alternative, optionalMap } from './optional-macro.ts';
import { allTrue, disjunction, type Truth, truth } from './truth.ts';
import { CelList, CelMap, type Key, Optional, type Value } from './value.ts';

/** Compiles the call of a macro. */
export type Macro = (call: MacroCall) => Compiled;

/** Returns the macro of that name with so many parameters; undefined if there is none. */
export function macroOf(name: string, arity: number): Macro | undefined {
  return macros.get(`${name}/${arity}`);
}

const macros: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['all/2', quantifier(1, 'all', allTrue)],
  ['exists/2', quantifier(1, 'exists', disjunction)],
  ['exists_one/2', isOne(1)],
  ['existsOne/2', isOne(1)],
  ['all/3', quantifier(2, 'all', allTrue)],
  ['exists/3', quantifier(2, 'exists', disjunction)],
  ['existsOne/3', isOne(2)],
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

function quantifier(variables: 1 | 2, kind: 'all' | 'exists', combined: (truths: Iterable<Truth>) => boolean): Macro {
  return (call) => {
    const { inner, iterations } = comprehension(call, variables, iterationCost[kind]);
    const predicate = compiledParameter(call, variables, inner);
    return {
      type: simpleType('bool'),
      run: (frame) => combined(truths(predicate, iterations(frame))),
    };
  };
}

function* truths(predicate: Compiled, iterations: Iterable<Iteration>): Generator<Truth> {
  for (const { frame } of iterations) yield () => truth(predicate.run(frame));
}

function isOne(variables: 1 | 2): Macro {
  return (call) => {
    const { inner, iterations } = comprehension(call, variables, iterationCost.existsOne);
    const predicate = compiledParameter(call, variables, inner);
    return {
      type: simpleType('bool'),
      run: (frame) => visited(iterations(frame), (each) => truth(predicate.run(each.frame)) || undefined).length === 1,
    };
  };
}

function filter(call: MacroCall): Compiled {
  const { range, inner, iterations } = comprehension(call, 1, iterationCost.list + 1);
  const predicate = compiledParameter(call, 1, inner);
  const item = range.type.kind === 'list' ? range.type.item : range.type.kind === 'map' ? range.type.key : dyn;
  return {
    type: { kind: 'list', item },
    run: (frame) =>
      new CelList(visited(iterations(frame), (each) => (truth(predicate.run(each.frame)) ? each.item : undefined))),
  };
}

/** Compiles a transformation. If two parameters follow the variables, the first one selects the items to transform. */
function transformation(call: MacroCall, variables: 1 | 2): Compiled {
  const { inner, iterations } = comprehension(call, variables, iterationCost.list);
  const last = call.parameters.length - 1;
  const predicate = last > variables ? compiledParameter(call, variables, inner) : undefined;
  const result = compiledParameter(call, last, inner);
  return {
    type: { kind: 'list', item: result.type },
    run: (frame) =>
      new CelList(
        visited(iterations(frame), (each) =>
          predicate === undefined || truth(predicate.run(each.frame)) ? result.run(each.frame) : undefined,
        ),
      ),
  };
}

function mapTransformation(call: MacroCall): Compiled {
  const { range, inner, iterations } = comprehension(call, 2, iterationCost.map);
  const last = call.parameters.length - 1;
  const predicate = last > 2 ? compiledParameter(call, 2, inner) : undefined;
  const result = compiledParameter(call, last, inner);
  const key = range.type.kind === 'map' ? range.type.key : range.type.kind === 'list' ? simpleType('int') : dyn;
  return {
    type: { kind: 'map', key, value: result.type },
    run: (frame) => {
      const pairs = visited(iterations(frame), (each): [Key, Value] | undefined =>
        predicate === undefined || truth(predicate.run(each.frame))
          ? [mapKey(each.key), result.run(each.frame)]
          : undefined,
      );
      return new CelMap(new Map(pairs));
    },
  };
}
