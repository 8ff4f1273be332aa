const brand = Symbol.for('operand.ImportError');

/** Thrown for a definition that can't be imported. Its author or the user has to correct it. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code = 'not-importable';
  /** The path in the definition, such as `spec.versions[0].schema`; empty for the definition as a whole. */
  readonly path: string;
  readonly [brand] = true;

  constructor(message: string, { path = '' }: { readonly path?: string } = {}) {
    super(message);
    this.path = path;
  }

  /** Returns true if `error` is an ImportError, also from another copy of the library. */
  static is(error: unknown): error is ImportError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
