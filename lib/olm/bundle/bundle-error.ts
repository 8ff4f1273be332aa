import type { ManifestFinding } from './finding.ts';

const brand = Symbol.for('operand.BundleError');

/** A {@link ManifestFinding} with its construct. */
export interface BundleFinding extends ManifestFinding {
  /** The construct's path in the tree. */
  readonly path: string;
}

/** Thrown for an operator that can't be bundled. Its definition has to change. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
  readonly code = 'bundle-refused';
  /** All findings, in the order of the manifests; at least one. */
  readonly findings: readonly BundleFinding[];
  readonly [brand] = true;

  constructor(operator: string, findings: readonly BundleFinding[]) {
    super(`can't bundle operator ${operator}:\n${findings.map((finding) => `  ${format(finding)}`).join('\n')}`);
    this.findings = findings;
  }

  /** Returns true if `error` is a BundleError, also from another copy of the library. */
  static is(error: unknown): error is BundleError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

function format({ path, what, why, remedy }: BundleFinding): string {
  return `[${path}] ${what}: ${why}; ${remedy}`;
}
