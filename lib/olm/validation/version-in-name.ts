import { isVersion } from '../../constructs/index.ts';

/**
 * Returns the version in a name: after `.v`, or between `-v` and the release of the packaging; undefined if there is
 * none.
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

/**
 * Returns true if a name contains a version. Names can't hold a `+`: the part after it is left out, or follows a `-` or
 * a dot.
 */
export function isSameVersion(named: string, version: string): boolean {
  const [bare = ''] = version.split('+');
  const written = [version, bare, version.replace('+', '-'), version.replace('+', '.')];
  return written.some((each) => each.toLowerCase() === named);
}
