import lt from 'semver/functions/lt.js';
import major from 'semver/functions/major.js';
import minor from 'semver/functions/minor.js';
import type { DerivedChannelProps, ReleaseEntry } from '../../../constructs/index.ts';
import { type OperatorRelease, releasesInOrder } from '../../content/index.ts';

/** A release in a channel, with the releases that update to it. */
export interface ChannelEntry {
  /** The name of the bundle. */
  readonly name: string;
  /** The previous bundle. @default none */
  readonly replaces?: string;
  /** Bundles that update to it directly, and that OLM never installs as an update. @default none */
  readonly skips?: readonly string[];
  /** The versions that update to it directly. @default none */
  readonly skipRange?: string;
}

/**
 * Returns the entries of a channel, oldest first: each release replaces the previous one that isn't skipped. A skipped
 * release replaces nothing, and the next release that isn't skipped names it in its `skips`.
 *
 * @param releases - the releases of the channel, in any order.
 */
export function derivedEntries(
  { skips = [], direct }: DerivedChannelProps,
  releases: readonly OperatorRelease[],
): readonly ChannelEntry[] {
  let previous: string | undefined;
  let skipped: readonly string[] = [];
  return releasesInOrder(releases).map(({ name, version }): ChannelEntry => {
    if (skips.some((each) => each === version)) {
      skipped = [...skipped, name];
      return { name };
    }
    const entry = {
      name,
      ...(previous !== undefined && { replaces: previous }),
      ...(skipped.length > 0 && { skips: skipped }),
      ...directRange(version, direct),
    };
    previous = name;
    skipped = [];
    return entry;
  });
}

/**
 * Returns the range of older versions with the same minor or major version as `version`, or of all; nothing if the
 * range is empty.
 */
function directRange(version: string, direct: DerivedChannelProps['direct']): Pick<ChannelEntry, 'skipRange'> {
  if (direct === undefined) return {};
  if (direct === 'all') return { skipRange: `<${version}` };
  const first = `${major(version)}.${direct === 'minor' ? minor(version) : 0}.0`;
  return lt(first, version) ? { skipRange: `>=${first} <${version}` } : {};
}

/**
 * Returns the entries of a channel with explicit `entries`.
 *
 * @param name - returns the bundle name of a version, also of one that isn't offered.
 */
export function givenEntries(
  entries: readonly ReleaseEntry[],
  name: (version: string) => string,
): readonly ChannelEntry[] {
  return entries.map(({ version, replaces, skips, skipRange }) => ({
    name: name(version),
    ...(replaces !== undefined && { replaces: name(replaces) }),
    ...(skips !== undefined && { skips: skips.map(name) }),
    ...(skipRange !== undefined && { skipRange }),
  }));
}
