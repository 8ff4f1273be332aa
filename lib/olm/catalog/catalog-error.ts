const brand = Symbol.for('operand.CatalogError');

/** Something wrong with what a catalog offers. */
export interface CatalogFinding {
  /** The path of the construct that is to blame. */
  readonly path: string;
  /** What is wrong. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** A catalog that would leave somebody without updates, or that nobody could read. Its definition has to change. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly code = 'catalog-refused';
  /** All that was found; at least one. */
  readonly findings: readonly CatalogFinding[];
  readonly [brand] = true;

  constructor(packageName: string, findings: readonly CatalogFinding[], options?: ErrorOptions) {
    const lines = findings.map(({ path, what, remedy }) => `  [${path}] ${what}; ${remedy}`);
    super(`can't offer operator ${packageName}:\n${lines.join('\n')}`, options);
    this.findings = findings;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is CatalogError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
