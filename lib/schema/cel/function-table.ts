import { grouped } from '../grouped.ts';
import { authorizations } from './library/authorization.ts';
import { conversions } from './library/conversion.ts';
import { namedFormats } from './library/format.ts';
import { jsonPatches } from './library/json-patch.ts';
import { lists } from './library/list.ts';
import { networks } from './library/network.ts';
import { operators } from './library/operator.ts';
import { optionals } from './library/optional.ts';
import { quantities } from './library/quantity.ts';
import { regularExpressions } from './library/regular-expression.ts';
import { semvers } from './library/semver.ts';
import { sets } from './library/set.ts';
import { strings } from './library/string.ts';
import { times } from './library/time.ts';
import { urls } from './library/url.ts';
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
