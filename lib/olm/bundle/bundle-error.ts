import type { Finding } from './finding.ts';

const brand = Symbol.for('operand.BundleError');

/** A {@link Finding} with the construct that it is about. */
export interface BundleFinding extends Finding {
  /** The construct's path in the tree. */
  readonly path: string;
}

/** An operator that can't be made a bundle. Its definition has to change. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
  readonly code = 'bundle-refused';
  /** All that was found, in the order of the manifests; at least one. */
  readonly findings: readonly BundleFinding[];
  readonly [brand] = true;

  constructor(operator: string, findings: readonly BundleFinding[]) {
    super(`can't bundle operator ${operator}:\n${findings.map((finding) => `  ${format(finding)}`).join('\n')}`);
    this.findings = findings;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is BundleError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

function format({ path, what, why, remedy }: BundleFinding): string {
  return `[${path}] ${what}: ${why}; ${remedy}`;
}
