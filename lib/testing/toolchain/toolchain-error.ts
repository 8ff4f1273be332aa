const brand = Symbol.for('operand.ToolchainError');

/** Binaries of the control plane or of a node are missing and can't be built, or this machine can't run them. */
export class ToolchainError extends Error {
  override readonly name = 'ToolchainError';
  readonly code: 'assets-missing' | 'go-missing' | 'go-too-old' | 'build-failed' | 'machine-unfit';
  readonly [brand] = true;

  constructor(code: ToolchainError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Returns true for a `ToolchainError`, also of another copy of the library. */
  static is(error: unknown): error is ToolchainError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
