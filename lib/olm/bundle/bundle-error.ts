import { brandedError } from '../../error/index.ts';
import type { ManifestFinding } from './manifest-finding.ts';

/** A {@link ManifestFinding} with its construct. */
export interface BundleFinding extends ManifestFinding {
  /** The construct's path in the tree. */
  readonly path: string;
}

/**
 * Thrown for an operator that can't be bundled. Its definition has to change.
 *
 * @example
 * try {
 *   bundle(operator);
 * } catch (error) {
 *   if (BundleError.is(error)) console.error(error.findings.map(({ path, what }) => `${path}: ${what}`));
 * }
 */
export class BundleError extends brandedError('BundleError') {
  readonly code = 'bundle-refused';
  /** All findings, in the order of the manifests; at least one. */
  readonly findings: readonly BundleFinding[];

  constructor(operator: string, findings: readonly BundleFinding[]) {
    super(`can't bundle operator ${operator}:\n${findings.map((finding) => `  ${format(finding)}`).join('\n')}`);
    this.findings = findings;
  }
}

function format({ path, what, why, remedy }: BundleFinding): string {
  return `[${path}] ${what}: ${why}; ${remedy}`;
}
