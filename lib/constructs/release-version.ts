import parse from 'semver/functions/parse.js';

/**
 * Returns true if a text is a full semantic version, as releases have, without a leading `v`: `1.2.3`, `1.2.3-rc.1`,
 * `1.2.3+build.7`.
 */
export function isVersion(text: string): boolean {
  return /^\d\S*$/.test(text) && parse(text) !== null;
}

/**
 * Yields the finding for the version of a release, in one sentence with its remedy.
 *
 * Names of releases contain it, and names of objects can't have a `+`.
 *
 * @param field - the name of the field.
 */
export function* releaseVersionFindings(field: string, version: string): Iterable<string> {
  if (!isVersion(version)) yield `${field} '${version}' is not a semantic version: write one such as 1.2.3`;
  else if (version.includes('+'))
    yield `${field} '${version}' names a build, and no object can have a '+' in its name: leave out '+' and all after it`;
}
