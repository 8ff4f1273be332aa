import { type Bindings, type CelType, isAssignable, parseType } from './cel-type.ts';
import type { CelValue } from './value/cel-value.ts';
import { typeOf } from './value/type-of.ts';

/** An implementation of a function for certain argument types. */
export interface Overload {
  /** `indexOf`, or `sets.contains` for a function with a namespace, or an operator. */
  readonly name: string;
  /** True if it is called as a method of its first argument. */
  readonly isMethod: boolean;
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  /** @throws EvaluationError if the API server's function fails. */
  readonly call: Implementation;
}

/**
 * Called with values of the types in its signature, which TypeScript can't check: therefore it has the looser type of a method.
 */
export type Implementation = { call(...values: CelValue[]): CelValue }['call'];

/**
 * Functions by their signatures: `string.indexOf(string): int` is a method, `size(string): int` a function,
 * `sets:contains(list<A>, list<A>): bool` one in the namespace `sets`.
 */
export type Library = Readonly<Record<string, Implementation>>;

/** Returns the overloads of a library. @throws TypeError if a key is not a signature. */
export function libraryOverloads(library: Library): Overload[] {
  return Object.entries(library).map(([signature, call]) => {
    const [, receiver, name, parameters = '', result] =
      /^(?:([\w<>, ]+)\.)?([^\s.(]+)\(([^:]*)\): (.+)$/.exec(signature) ?? [];
    if (name === undefined || result === undefined) throw new TypeError(`not a signature: ${signature}`);
    const own = receiver === undefined ? [] : [receiver];
    return {
      name: name.replace(':', '.'),
      isMethod: receiver !== undefined,
      parameters: [...own, ...signatureParameters(parameters)].map(parseType),
      result: parseType(result),
      call,
    };
  });
}

/** Returns true if an overload accepts these values. */
export function acceptsOperands({ parameters }: Overload, values: readonly CelValue[]): boolean {
  const bindings: Bindings = new Map();
  return parameters.every((parameter, index) => isAssignable(typeOf(values[index] ?? null), parameter, bindings));
}

/** `map<A, B>, A` has two parts. */
function signatureParameters(text: string): string[] {
  return text === '' ? [] : text.split(/, (?![^<]*>)/);
}
