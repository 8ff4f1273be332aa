import { type Finding, formatFindings } from './finding.ts';

const brand = Symbol.for('operand.InvalidValueError');

/** Thrown for a value that isn't valid for its type. The author of the value has to change it. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
  readonly code = 'invalid-value';
  /** The validation errors, at least one. */
  readonly findings: readonly Finding[];
  readonly [brand] = true;

  /** @param subject - the name of the value, such as a kind. */
  constructor(subject: string, findings: readonly Finding[]) {
    super(`${subject} is not valid: ${formatFindings(findings)}`);
    this.findings = findings;
  }

  /** Returns true if `error` is an InvalidValueError, also if another copy of the library made it. */
  static is(error: unknown): error is InvalidValueError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
