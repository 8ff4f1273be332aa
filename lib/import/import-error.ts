const brand = Symbol.for('operand.ImportError');

/** A definition can't be imported. Whoever wrote it, or named it, has to mend it. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code = 'not-importable';
  /** Where in the definition, such as `spec.versions[0].schema`; empty for the definition as a whole. */
  readonly path: string;
  readonly [brand] = true;

  constructor(message: string, { path = '' }: { readonly path?: string } = {}) {
    super(message);
    this.path = path;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is ImportError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
