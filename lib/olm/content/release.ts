import compareBuild from 'semver/functions/compare-build.js';
import valid from 'semver/functions/valid.js';
import type { ObjectKey } from '../../api/index.ts';
import type { BundleContent } from './bundle-content.ts';

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

/** Returns an annotation that all bundles have. @param name - such as `channel.default`. */
export function bundleAnnotation(content: BundleContent, name: string): string | undefined {
  return content.annotations.at(`operators.operatorframework.io.bundle.${name}.v1`).text;
}

/**
 * Returns the operator of a release: its package, or else the first part of its name.
 *
 * @example operatorName(operatorRelease(after)); // 'memcached-operator'
 */
export function operatorName({ packageName, name }: OperatorRelease): string {
  return packageName === '' ? (name.split('.v', 1)[0] ?? '') : packageName;
}

/** Sorts releases, oldest first; those without a valid version come before all others. */
export function inOrder(releases: readonly OperatorRelease[]): readonly OperatorRelease[] {
  return releases.toSorted((one, other) => compareBuild(comparableVersion(one), comparableVersion(other)));
}

function comparableVersion({ version }: OperatorRelease): string {
  return valid(version) === null ? '0.0.0-0' : version;
}

/**
 * Returns the release with the highest version of each operator: operator → release, sorted by name.
 *
 * @example newestReleases([before, after].map(operatorRelease)).get('memcached-operator')?.version; // '0.2.0'
 */
export function newestReleases(releases: readonly OperatorRelease[]): ReadonlyMap<string, OperatorRelease> {
  const newest = inOrder(releases).map((each) => [operatorName(each), each] as const);
  return new Map([...new Map(newest)].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns the file name of a sample's children, such as `children/database_production_my-postgres.yaml`: a YAML stream.
 *
 * Readers of bundles ignore it, and it isn't part of the image: a later release is compared with it.
 */
export function childrenFile(kind: string, { namespace, name }: ObjectKey): string {
  const parts = [kind.toLowerCase(), ...(namespace === undefined ? [] : [namespace]), name];
  return `children/${parts.join('_')}.yaml`;
}
