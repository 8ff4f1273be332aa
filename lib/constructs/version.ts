import parse from 'semver/functions/parse.js';

/** Whether a text is a semantic version in full, without a leading `v`: `1.2.3`, `1.2.3-rc.1`, `1.2.3+build.7`. */
export function isVersion(text: string): boolean {
  return /^\d\S*$/.test(text) && parse(text) !== null;
}

/**
 * What is wrong with the version of a release, one sentence with its remedy.
 *
 * Names of releases are made of it, and those of objects have no `+` in them.
 *
 * @param field - where it is written.
 */
export function releaseVersionFindings(field: string, version: string): string[] {
  if (!isVersion(version)) return [`${field} '${version}' is no semantic version: write one such as 1.2.3`];
  return version.includes('+')
    ? [`${field} '${version}' names a build, and no object can have a '+' in its name: leave out what begins with it`]
    : [];
}
