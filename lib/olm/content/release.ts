// In: what a bundle's files hold. Out: what the bundle says it is, unjudged.
// Called for each release that a catalog offers, or that is compared with another.

import compareBuild from 'semver/functions/compare-build.js';
import valid from 'semver/functions/valid.js';
import type { BundleContent } from './bundle-content.ts';

/** A release of an operator, as its bundle tells of it. What that doesn't say is empty. */
export interface Release {
  /** That of its ClusterServiceVersion. */
  readonly name: string;
  readonly version: string;
  /** What tells several packagings of one version apart. @default there is one */
  readonly packaging?: string;
  readonly packageName: string;
  /** The channels that it says it is in. */
  readonly channels: readonly string[];
  readonly content: BundleContent;
}

/** A bundle as a release. */
export function release(content: BundleContent): Release {
  const { clusterServiceVersion } = content;
  const written = clusterServiceVersion.at('spec', 'version').text ?? '';
  const isSubstitute = (clusterServiceVersion.at('metadata', 'annotations', 'olm.substitutesFor').text ?? '') !== '';
  const [version = '', build] = isSubstitute ? written.split('+', 2) : [written];
  const packaging = packagingOf(clusterServiceVersion.at('spec', 'release').value) ?? build;
  return {
    name: clusterServiceVersion.at('metadata', 'name').text ?? '',
    version,
    ...(packaging !== undefined && { packaging }),
    packageName: bundleAnnotation(content, 'package') ?? '',
    channels: (bundleAnnotation(content, 'channels') ?? '').split(',').map((name) => name.trim()),
    content,
  };
}

/** A number is written without quotes now and then. */
function packagingOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** What a bundle says of itself, of those annotations that all bundles have. @param name - such as `channel.default` */
export function bundleAnnotation(content: BundleContent, name: string): string | undefined {
  return content.annotations.at(`operators.operatorframework.io.bundle.${name}.v1`).text;
}

/** The operator that a release is of: its package, or what its name begins with where it names none. */
export function operatorName({ packageName, name }: Release): string {
  return packageName === '' ? (name.split('.v', 1)[0] ?? '') : packageName;
}

/** Oldest first; those whose version can't be read before all others. */
export function inOrder(releases: readonly Release[]): readonly Release[] {
  return releases.toSorted((one, other) => compareBuild(comparable(one), comparable(other)));
}

function comparable({ version }: Release): string {
  return valid(version) === null ? '0.0.0-0' : version;
}

/** Of each operator the release with the highest version: operator → release, in the order of their names. */
export function newestReleases(releases: readonly Release[]): ReadonlyMap<string, Release> {
  const newest = inOrder(releases).map((each) => [operatorName(each), each] as const);
  return new Map([...new Map(newest)].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
