import compare from 'semver/functions/compare.js';
import compareBuild from 'semver/functions/compare-build.js';
import valid from 'semver/functions/valid.js';
import { type BundleContent, bundleAnnotation } from './bundle-content.ts';

/** A release of an operator, as described by its bundle. Missing values are empty. */
export interface OperatorRelease {
  /** The name of its ClusterServiceVersion. */
  readonly name: string;
  readonly version: string;
  /** The part that distinguishes several packagings of one version. @default there is one */
  readonly packaging?: string;
  readonly packageName: string;
  /** The channels in its annotations. */
  readonly channels: readonly string[];
  readonly content: BundleContent;
}

/**
 * Returns the release of a bundle.
 *
 * @example
 * const { name, version, channels } = operatorRelease(after);
 * // 'memcached-operator.v0.2.0', '0.2.0', ['alpha']
 */
export function operatorRelease(content: BundleContent): OperatorRelease {
  const { clusterServiceVersion } = content;
  const written = clusterServiceVersion.at('spec', 'version').text ?? '';
  const isSubstitute = clusterServiceVersion.at('metadata', 'annotations', 'olm.substitutesFor').hasText;
  const [version = '', build] = isSubstitute ? written.split('+', 2) : [written];
  const { value: release } = clusterServiceVersion.at('spec', 'release');
  // Some authors write a number without quotes.
  const packaging = typeof release === 'string' || typeof release === 'number' ? String(release) : build;
  return {
    name: clusterServiceVersion.at('metadata', 'name').text ?? '',
    version,
    ...(packaging !== undefined && { packaging }),
    packageName: bundleAnnotation(content, 'package') ?? '',
    channels: (bundleAnnotation(content, 'channels') ?? '').split(',').map((name) => name.trim()),
    content,
  };
}

/**
 * Returns the operator of a release: its package, or else the first part of its name.
 *
 * @example operatorName(operatorRelease(after)); // 'memcached-operator'
 */
export function operatorName({ packageName, name }: OperatorRelease): string {
  return packageName === '' ? (name.split('.v', 1)[0] ?? '') : packageName;
}

/** Returns releases in their order, oldest first; those without a valid version come before all others. */
export function releasesInOrder(releases: readonly OperatorRelease[]): readonly OperatorRelease[] {
  return releases.toSorted((one, other) => compareBuild(comparableVersion(one), comparableVersion(other)));
}

function comparableVersion({ version }: OperatorRelease): string {
  return valid(version) === null ? '0.0.0-0' : version;
}

/**
 * Returns the release of the same operator that a release updates: the one of the same version, else the one that it
 * replaces, else the highest below its version, else the newest.
 *
 * @example predecessor(operatorRelease(after), [operatorRelease(before)])?.version; // '0.1.0'
 */
export function predecessor(
  release: OperatorRelease,
  earlier: readonly OperatorRelease[],
): OperatorRelease | undefined {
  const ordered = releasesInOrder(earlier);
  const compareTo = (other: OperatorRelease) => compare(comparableVersion(other), comparableVersion(release));
  const replaced = release.content.clusterServiceVersion.at('spec', 'replaces').text;
  return (
    ordered.findLast((each) => compareTo(each) === 0) ??
    ordered.findLast(({ name }) => name === replaced) ??
    ordered.findLast((each) => compareTo(each) < 0) ??
    ordered.at(-1)
  );
}

/**
 * Returns the newest release of each operator, by version: operator → release, sorted by name.
 *
 * @example newestReleases([before, after].map(operatorRelease)).get('memcached-operator')?.version; // '0.2.0'
 */
export function newestReleases(releases: readonly OperatorRelease[]): ReadonlyMap<string, OperatorRelease> {
  const newest = releasesInOrder(releases).map((each) => [operatorName(each), each] as const);
  return new Map([...new Map(newest)].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
