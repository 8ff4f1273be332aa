import { conversions } from './library/conversion.ts';
import { namedFormats } from './library/format.ts';
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
import { type Overload, overloads } from './overload.ts';

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
];

let table: ReadonlyMap<string, readonly Overload[]> | undefined;

/** The overloads of a function, an operator or a method with so many arguments; empty if there is none. */
export function functionOverloads(name: string, isMethod: boolean, arity: number): readonly Overload[] {
  table ??= Map.groupBy(libraries.flatMap(overloads), (overload) =>
    keyOf(overload.name, overload.isMethod, overload.parameters.length),
  );
  return table.get(keyOf(name, isMethod, arity)) ?? [];
}

function keyOf(name: string, isMethod: boolean, arity: number): string {
  return `${isMethod ? '.' : ''}${name}/${arity}`;
}
