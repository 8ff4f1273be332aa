import { type Bindings, type CelType, isAssignable, parseType } from './cel-type.ts';
import { typeOf } from './type-of.ts';
import type { Value } from './value.ts';

/** A function for arguments of certain types. */
export interface Overload {
  /** `indexOf`, or `sets.contains` for a function with a namespace, or an operator. */
  readonly name: string;
  /** Whether it is called as a method of its first argument. */
  readonly isMethod: boolean;
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  /** @throws EvaluationError where the API server's function fails. */
  readonly call: Implementation;
}

/** Called with values of the types that its signature names, which TypeScript can't follow: hence a method's looser typing. */
export type Implementation = { call(...values: Value[]): Value }['call'];

/**
 * Functions by their signatures: `string.indexOf(string): int` is a method, `size(string): int` a function,
 * `sets:contains(list<A>, list<A>): bool` one in the namespace `sets`.
 */
export type Library = Readonly<Record<string, Implementation>>;

/** The overloads of a library. @throws TypeError for what is no signature. */
export function overloads(library: Library): Overload[] {
  return Object.entries(library).map(([signature, call]) => {
    const [, receiver, name, parameters = '', result] =
      /^(?:([\w<>, ]+)\.)?([^\s.(]+)\(([^:]*)\): (.+)$/.exec(signature) ?? [];
    if (name === undefined || result === undefined) throw new TypeError(`no signature: ${signature}`);
    const own = receiver === undefined ? [] : [receiver];
    return {
      name: name.replace(':', '.'),
      isMethod: receiver !== undefined,
      parameters: [...own, ...splitParameters(parameters)].map(parseType),
      result: parseType(result),
      call,
    };
  });
}

/** Whether an overload takes these values, which are known now. */
export function takes({ parameters }: Overload, values: readonly Value[]): boolean {
  const bindings: Bindings = new Map();
  return parameters.every((parameter, index) => isAssignable(typeOf(values[index] ?? null), parameter, bindings));
}

/** `map<A, B>, A` has two parts. */
function splitParameters(text: string): string[] {
  return text === '' ? [] : text.split(/, (?![^<]*>)/);
}
