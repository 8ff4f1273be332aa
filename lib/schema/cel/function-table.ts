import { grouped } from '../grouped.ts';
import { authorizations } from './library/authorization-function.ts';
import { conversions } from './library/conversion-function.ts';
import { namedFormats } from './library/format-function.ts';
import { jsonPatches } from './library/json-patch-function.ts';
import { lists } from './library/list-function.ts';
import { networks } from './library/network-function.ts';
import { operators } from './library/operator-function.ts';
import { optionals } from './library/optional-function.ts';
import { quantities } from './library/quantity-function.ts';
import { regularExpressions } from './library/regular-expression-function.ts';
import { semvers } from './library/semver-function.ts';
import { sets } from './library/set-function.ts';
import { strings } from './library/string-function.ts';
import { times } from './library/time-function.ts';
import { urls } from './library/url-function.ts';
import { libraryOverloads, type Overload } from './overload.ts';

const libraries = [
  operators,
  conversions,
  strings,
  lists,
  sets,
  optionals,
  times,
  quantities,
  semvers,
  networks,
  urls,
  namedFormats,
  regularExpressions,
  authorizations,
  jsonPatches,
];

let table: ReadonlyMap<string, readonly Overload[]> | undefined;
let names: ReadonlySet<string> | undefined;

/** A call of a function, an operator or a method. */
export interface CalledFunction {
  /** The name of a function with its namespace, of a method without one, or an operator. */
  readonly name: string;
  readonly isMethod: boolean;
  /** Number of operands, the target of a method included. */
  readonly arity: number;
}

/** Returns the overloads of a function, an operator or a method with so many operands; empty if there are none. */
export function functionOverloads(called: CalledFunction): readonly Overload[] {
  table ??= grouped(libraries.flatMap(libraryOverloads), ({ name, isMethod, parameters }) =>
    functionTableKey({ name, isMethod, arity: parameters.length }),
  );
  return table.get(functionTableKey(called)) ?? [];
}

/** Returns true if there is a function or method of that name, for any operands. */
export function isFunction(name: string): boolean {
  names ??= new Set(libraries.flatMap(libraryOverloads).map((overload) => overload.name));
  return names.has(name);
}

function functionTableKey({ name, isMethod, arity }: CalledFunction): string {
  return `${isMethod ? '.' : ''}${name}/${arity}`;
}
