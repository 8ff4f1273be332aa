import { type Finding, formatFindings } from './finding.ts';

const brand = Symbol.for('operand.InvalidValueError');

/** A value that isn't of its type. Whoever wrote it has to change it. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
  readonly code = 'invalid-value';
  /** What is wrong, at least one. */
  readonly findings: readonly Finding[];
  readonly [brand] = true;

  /** @param subject - what the value is, such as a kind. */
  constructor(subject: string, findings: readonly Finding[]) {
    super(`${subject} is not valid: ${formatFindings(findings)}`);
    this.findings = findings;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is InvalidValueError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
