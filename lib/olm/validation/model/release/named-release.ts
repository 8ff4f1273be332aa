import { isVersion } from '../../../../constructs/index.ts';
import { isSubdomain } from '../../../../schema/index.ts';
import type { Place } from '../../../content/index.ts';

/** Returns true for a valid name of a release, which is that of its ClusterServiceVersion. */
export function isReleaseName(text: string): boolean {
  return text.length <= 63 && isSubdomain(text);
}

/**
 * Returns the version in the name of a release: after `.v`, or between `-v` and the release of the packaging; undefined
 * if there is none.
 */
export function versionInName(name: string, release?: string): string | undefined {
  const version =
    release === undefined
      ? /^[^.]+(?:\.[^.]+)*?\.v(\d+\.\d+\.\d+(?:\D.*)?)$/s.exec(name)?.[1]
      : name.endsWith(`-${release}`)
        ? /-v(\d+\.\d+\.\d+(?:\D.*)?)$/s.exec(name.slice(0, -release.length - 1))?.[1]
        : undefined;
  return version !== undefined && isVersion(version) ? version : undefined;
}

/** Returns the names of the releases that a ClusterServiceVersion replaces or skips. */
export function earlierReleases(serviceVersion: Place): readonly Place[] {
  return [serviceVersion.at('spec', 'replaces'), ...serviceVersion.at('spec', 'skips').items];
}
