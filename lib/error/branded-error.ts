/** An error of one class of the library. */
export interface BrandedError<Name extends string> extends Error {
  readonly name: Name;
}

/** The class of an error that each copy of the library recognises by its name. */
export interface BrandedErrorClass<Name extends string> {
  new (message?: string, options?: { readonly cause?: unknown }): BrandedError<Name>;
  /** Returns true if `error` is of this class, also if another copy of the library made it. */
  readonly is: <Instance>(this: abstract new (...parameters: never[]) => Instance, error: unknown) => error is Instance;
}

/**
 * Returns the class that an error class of the library extends. The subclass declares `code`, a literal type, and the
 * fields of its errors.
 *
 * @param name - the name of the subclass. Names are API: two copies of the library recognise an error by it.
 */
export function brandedError<Name extends string>(name: Name): BrandedErrorClass<Name> {
  const brand = Symbol.for(`operand.${name}`);
  return class extends Error {
    override readonly name = name;
    readonly [brand] = true;

    static is<Instance>(this: abstract new (...parameters: never[]) => Instance, error: unknown): error is Instance {
      return typeof error === 'object' && error !== null && brand in error;
    }
  };
}
