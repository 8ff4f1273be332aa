import fc from 'fast-check';
import semver from 'semver';
import type { OperatorRelease } from '../../../lib/olm/content/operator-release.ts';
import { BundleContent } from '../../../lib/olm/index.ts';

/** The releases of an operator, and the one that users should not run: never the newest. */
export interface History {
  readonly releases: readonly OperatorRelease[];
  readonly skips: readonly string[];
  readonly direct: 'minor' | 'major' | 'all' | undefined;
}

const version = fc
  .tuple(fc.nat(3), fc.nat(4), fc.nat(6), fc.constantFrom('', '', '', '-rc.1', '-rc.2'))
  .map(([major, minor, patch, suffix]) => `${major}.${minor}.${patch}${suffix}`);

/** Histories of up to twelve releases, in no order. */
export const histories: fc.Arbitrary<History> = fc
  .uniqueArray(version, { minLength: 1, maxLength: 12 })
  .chain((versions) =>
    fc.record({
      releases: fc.constant(versions.map(releaseOf)),
      skips: fc.subarray(versions.toSorted(semver.compare).slice(0, -1)),
      direct: fc.constantFrom('minor', 'major', 'all', undefined),
    }),
  );

/** A release of that version, in channel `stable`. */
export function releaseOf(text: string): OperatorRelease {
  return {
    name: `cache-operator.v${text}`,
    version: text,
    packageName: 'cache-operator',
    channels: ['stable'],
    content: new BundleContent(new Map()),
  };
}
