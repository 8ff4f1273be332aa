import { brandedError } from '../../error/index.ts';
import { type Finding, formatFindings } from './finding.ts';

/**
 * Thrown for a value that isn't valid for its type. The author of the value has to change it.
 *
 * @example
 * try {
 *   Memcached.definition.spec.parse({ size: 9 });
 * } catch (error) {
 *   if (InvalidValueError.is(error)) console.error(error.findings.map(({ path }) => path)); // ['spec.size']
 * }
 */
export class InvalidValueError extends brandedError('InvalidValueError') {
  readonly code = 'invalid-value';
  /** The validation errors, at least one. */
  readonly findings: readonly Finding[];

  /** @param subject - the name of the value, such as a kind. */
  constructor(subject: string, findings: readonly Finding[]) {
    super(`${subject} is not valid: ${formatFindings(findings)}`);
    this.findings = findings;
  }
}
