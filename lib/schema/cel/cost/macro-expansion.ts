// In: the parts of a macro's call. Out: the tree to which cel-go expands it. Called by `checkedExpression`.

import { type CelType, dyn, simpleType } from '../cel-type.ts';
import { libraryOverloads } from '../overload.ts';
import { asMethod, type CheckedExpression, checkedCall, checkedLiteral, type Fold } from './checked-tree.ts';

/** A call of a macro. */
export interface MacroUse {
  readonly type: CelType;
  /** Returns the receiver; each call makes another expression. */
  readonly receiver: () => CheckedExpression;
  /** The names of its parameters; empty for those that are not a name. */
  readonly names: readonly string[];
  /** Returns the parameter at an index as an expression. */
  readonly parameter: (index: number) => CheckedExpression;
}

/** The variable of a fold that holds the intermediate result. */
export const accumulator = '@result';

/** Returns the expansion of the macro of that name with so many parameters; undefined if there is none. */
export function macroExpansion(name: string, arity: number): ((use: MacroUse) => CheckedExpression) | undefined {
  return expansions[`${name}/${arity}`];
}

const expansions: Readonly<Record<string, (use: MacroUse) => CheckedExpression>> = {
  'all/2': (use) => expandedFold(use, 1, allParts(use.parameter(1))),
  'all/3': (use) => expandedFold(use, 2, allParts(use.parameter(2))),
  'exists/2': (use) => expandedFold(use, 1, existsParts(use.parameter(1))),
  'exists/3': (use) => expandedFold(use, 2, existsParts(use.parameter(2))),
  'exists_one/2': (use) => expandedFold(use, 1, existsOneParts(use.parameter(1))),
  'existsOne/2': (use) => expandedFold(use, 1, existsOneParts(use.parameter(1))),
  'existsOne/3': (use) => expandedFold(use, 2, existsOneParts(use.parameter(2))),
  'filter/2': (use) => collectingFold(use, 1, { predicate: use.parameter(1), ...listOf(use, filteredItem(use)) }),
  'map/2': (use) => collectingFold(use, 1, listOf(use, use.parameter(1))),
  'map/3': (use) => collectingFold(use, 1, { predicate: use.parameter(1), ...listOf(use, use.parameter(2)) }),
  'transformList/3': (use) => collectingFold(use, 2, listOf(use, use.parameter(2))),
  'transformList/4': (use) => collectingFold(use, 2, { predicate: use.parameter(2), ...listOf(use, use.parameter(3)) }),
  'transformMap/3': (use) => collectingFold(use, 2, mapOf(use, use.parameter(2))),
  'transformMap/4': (use) => collectingFold(use, 2, { predicate: use.parameter(2), ...mapOf(use, use.parameter(3)) }),
  'optMap/2': (use) => expandedOptionalMap(use, (result) => checkedCall(use.type, 'optional.of', [result])),
  'optFlatMap/2': (use) => expandedOptionalMap(use, (result) => result),
};

const bool = simpleType('bool');
const int = simpleType('int');
const listAddition = libraryOverloads({ '+(list<A>, list<A>): list<A>': (list) => list });

type Parts = Pick<Fold, 'init' | 'condition' | 'step' | 'result'>;

function expandedFold({ receiver, names, type }: MacroUse, variables: 1 | 2, parts: Parts): CheckedExpression {
  return { type, op: 'fold', range: receiver(), variables: names.slice(0, variables), ...parts };
}

function intermediate(type: CelType): CheckedExpression {
  return { type, op: 'name', name: accumulator };
}

function notStrictlyFalse(value: CheckedExpression): CheckedExpression {
  return checkedCall(bool, '@not_strictly_false', [value]);
}

function allParts(predicate: CheckedExpression): Parts {
  return {
    init: checkedLiteral(true, bool),
    condition: notStrictlyFalse(intermediate(bool)),
    step: checkedCall(bool, '&&', [intermediate(bool), predicate]),
    result: intermediate(bool),
  };
}

function existsParts(predicate: CheckedExpression): Parts {
  return {
    init: checkedLiteral(false, bool),
    condition: notStrictlyFalse(checkedCall(bool, '!_', [intermediate(bool)])),
    step: checkedCall(bool, '||', [intermediate(bool), predicate]),
    result: intermediate(bool),
  };
}

function existsOneParts(predicate: CheckedExpression): Parts {
  const more = checkedCall(int, '+', [intermediate(int), checkedLiteral(1n, int)]);
  return {
    init: checkedLiteral(0n, int),
    condition: checkedLiteral(true, bool),
    step: checkedCall(int, '?:', [predicate, more, intermediate(int)]),
    result: checkedCall(bool, '==', [intermediate(int), checkedLiteral(1n, int)]),
  };
}

/** A collection that a fold fills: its empty value, and the intermediate result with one value more. */
interface Collection {
  readonly init: CheckedExpression;
  readonly more: CheckedExpression;
  /** The condition of a value. @default all values are collected */
  readonly predicate?: CheckedExpression;
}

function collectingFold(use: MacroUse, variables: 1 | 2, { init, more, predicate }: Collection): CheckedExpression {
  const { type } = use;
  const step = predicate === undefined ? more : checkedCall(type, '?:', [predicate, more, intermediate(type)]);
  const condition = checkedLiteral(true, bool);
  return expandedFold(use, variables, { init, condition, step, result: intermediate(type) });
}

function listOf({ type }: MacroUse, item: CheckedExpression): Collection {
  const args: readonly CheckedExpression[] = [intermediate(type), { type, op: 'list', items: [item] }];
  const more: CheckedExpression = { type, op: 'call', name: '+', overloads: listAddition, args };
  return { init: { type, op: 'list', items: [] }, more };
}

/** Returns the variable of a filter, which the result names without an evaluation. */
function filteredItem({ type, names: [name = ''] }: MacroUse): CheckedExpression {
  return { type: type.kind === 'list' ? type.item : dyn, op: 'name', name };
}

function mapOf({ type, names: [name = ''] }: MacroUse, value: CheckedExpression): Collection {
  const key: CheckedExpression = { type: type.kind === 'map' ? type.key : dyn, op: 'name', name };
  const more = checkedCall(type, 'cel.@mapInsert', [intermediate(type), key, value]);
  return { init: { type, op: 'map', entries: [] }, more };
}

/** The optional occurs twice, as in cel-go. */
function expandedOptionalMap(
  { receiver, names: [name = ''], parameter, type }: MacroUse,
  wrap: (result: CheckedExpression) => CheckedExpression,
): CheckedExpression {
  const target = receiver();
  const method = (called: string, of: CheckedExpression, to: CelType): CheckedExpression => {
    return { type: to, op: 'call', name: called, overloads: [asMethod], target: of, args: [] };
  };
  const result = parameter(1);
  const value = method('value', receiver(), target.type.kind === 'optional' ? target.type.value : dyn);
  const bound: CheckedExpression = { type: result.type, op: 'bind', name, value, result };
  const none = checkedCall(type, 'optional.none', []);
  return checkedCall(type, '?:', [method('hasValue', target, bool), wrap(bound), none]);
}
