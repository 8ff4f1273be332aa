import { dyn, simpleType } from './cel-type.ts';
import { comprehension, type Iteration } from './comprehension.ts';
import { iterationCost } from './cost/unit-cost.ts';
import type { Compiled, Frame } from './evaluation-scope.ts';
import { callPartResults } from './function-call.ts';
import { compiledMacroParameter, type MacroCall } from './macro-call.ts';
import { optionalAlternative, optionalMap } from './optional-macro.ts';
import { combinedTruth, type Truth, truthOf } from './truth.ts';
import { CelList, CelMap, type CelValue, type Key, mapKey, OptionalValue } from './value/cel-value.ts';

/** Compiles the call of a macro. */
export type Macro = (call: MacroCall) => Compiled;

/** Returns the macro of that name with so many parameters; undefined if there is none. */
export function macroOf(name: string, arity: number): Macro | undefined {
  return macros.get(`${name}/${arity}`);
}

const macros: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['all/2', quantifierMacro(1, 'all')],
  ['exists/2', quantifierMacro(1, 'exists')],
  ['exists_one/2', existsOneMacro(1)],
  ['existsOne/2', existsOneMacro(1)],
  ['all/3', quantifierMacro(2, 'all')],
  ['exists/3', quantifierMacro(2, 'exists')],
  ['existsOne/3', existsOneMacro(2)],
  ['filter/2', filterMacro],
  ['map/2', (call) => transformationMacro(call, 1)],
  ['map/3', (call) => transformationMacro(call, 1)],
  ['transformList/3', (call) => transformationMacro(call, 2)],
  ['transformList/4', (call) => transformationMacro(call, 2)],
  ['transformMap/3', mapTransformationMacro],
  ['transformMap/4', mapTransformationMacro],
  ['optMap/2', (call) => optionalMap(call, (value) => new OptionalValue(value))],
  ['optFlatMap/2', (call) => optionalMap(call, (value) => value)],
  ['orValue/1', (call) => optionalAlternative(call, 'value')],
  ['or/1', (call) => optionalAlternative(call, 'optional')],
]);

function quantifierMacro(variables: 1 | 2, kind: 'all' | 'exists'): Macro {
  return (call) => {
    const { inner, iterations } = comprehension(call, variables, iterationCost[kind]);
    const predicate = compiledMacroParameter(call, variables, inner);
    function* truths(frame: Frame): Generator<Truth> {
      for (const each of iterations(frame)) yield () => truthOf(predicate.run(each.frame));
    }
    const operator = kind === 'all' ? '&&' : '||';
    return { type: simpleType('bool'), run: (frame) => combinedTruth(operator, truths(frame)) };
  };
}

function existsOneMacro(variables: 1 | 2): Macro {
  return (call) => {
    const { inner, iterations } = comprehension(call, variables, iterationCost.existsOne);
    const predicate = compiledMacroParameter(call, variables, inner);
    return {
      type: simpleType('bool'),
      run: (frame) => selectedResults(iterations(frame), predicate, () => true).length === 1,
    };
  };
}

/** Returns a result for each iteration whose condition holds. @param predicate - undefined if all do. */
function selectedResults<Result>(
  iterations: Iterable<Iteration>,
  predicate: Compiled | undefined,
  result: (iteration: Iteration) => Result,
): Result[] {
  const results = callPartResults(iterations, (each) =>
    predicate === undefined || truthOf(predicate.run(each.frame)) ? [result(each)] : [],
  );
  return results.flat();
}

function filterMacro(call: MacroCall): Compiled {
  const { range, inner, iterations } = comprehension(call, 1, iterationCost.list + 1);
  const predicate = compiledMacroParameter(call, 1, inner);
  const item = range.type.kind === 'list' ? range.type.item : range.type.kind === 'map' ? range.type.key : dyn;
  return {
    type: { kind: 'list', item },
    run: (frame) => new CelList(selectedResults(iterations(frame), predicate, ({ item }) => item)),
  };
}

/** Compiles a transformation. If two parameters follow the variables, the first one selects the items to transform. */
function transformationMacro(call: MacroCall, variables: 1 | 2): Compiled {
  const { inner, iterations } = comprehension(call, variables, iterationCost.list);
  const last = call.parameters.length - 1;
  const predicate = last > variables ? compiledMacroParameter(call, variables, inner) : undefined;
  const result = compiledMacroParameter(call, last, inner);
  return {
    type: { kind: 'list', item: result.type },
    run: (frame) => new CelList(selectedResults(iterations(frame), predicate, (each) => result.run(each.frame))),
  };
}

function mapTransformationMacro(call: MacroCall): Compiled {
  const { range, inner, iterations } = comprehension(call, 2, iterationCost.map);
  const last = call.parameters.length - 1;
  const predicate = last > 2 ? compiledMacroParameter(call, 2, inner) : undefined;
  const result = compiledMacroParameter(call, last, inner);
  const key = range.type.kind === 'map' ? range.type.key : range.type.kind === 'list' ? simpleType('int') : dyn;
  return {
    type: { kind: 'map', key, value: result.type },
    run: (frame) => {
      const pairs = selectedResults(iterations(frame), predicate, (each): [Key, CelValue] => {
        return [mapKey(each.key), result.run(each.frame)];
      });
      return new CelMap(new Map(pairs));
    },
  };
}
