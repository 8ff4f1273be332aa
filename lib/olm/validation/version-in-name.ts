import { isVersion } from '../../constructs/index.ts';

/** The version in a name: behind `.v`, or between `-v` and the release of the packaging; undefined if there is none. */
export function versionInName(name: string, release?: string): string | undefined {
  const version =
    release === undefined
      ? /^[^.]+(?:\.[^.]+)*?\.v(\d+\.\d+\.\d+(?:\D.*)?)$/s.exec(name)?.[1]
      : name.endsWith(`-${release}`)
        ? /-v(\d+\.\d+\.\d+(?:\D.*)?)$/s.exec(name.slice(0, -release.length - 1))?.[1]
        : undefined;
  return version !== undefined && isVersion(version) ? version : undefined;
}

/** Whether a name means a version. Names can't hold a `+`, so what follows it is left out of them, or stands behind a `-` or a dot. */
export function isSameVersion(named: string, version: string): boolean {
  const [bare = ''] = version.split('+');
  const written = [version, bare, version.replace('+', '-'), version.replace('+', '.')];
  return written.some((each) => each.toLowerCase() === named);
}
