// In: what a bundle's files hold. Out: the bundle as a catalog sees it, unjudged.
// Called for each release that a catalog offers.

import compareBuild from 'semver/functions/compare-build.js';
import type { BundleContent } from '../content/index.ts';

/** A release of an operator, of which a catalog is made. What its bundle doesn't say is empty. */
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
    packageName: annotation(content, 'package') ?? '',
    channels: (annotation(content, 'channels') ?? '').split(',').map((name) => name.trim()),
    content,
  };
}

/** A number is written without quotes now and then. */
function packagingOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** What a bundle says of itself, of those annotations that all bundles have. */
export function annotation(content: BundleContent, name: string): string | undefined {
  return content.annotations.at(`operators.operatorframework.io.bundle.${name}.v1`).text;
}

/** Oldest first. */
export function inOrder(releases: readonly Release[]): readonly Release[] {
  return releases.toSorted((one, other) => compareBuild(one.version, other.version));
}
