// In: the releases of a channel. Out: which of them an update leads from and to.
// Called for each channel of a catalog.

import lt from 'semver/functions/lt.js';
import major from 'semver/functions/major.js';
import minor from 'semver/functions/minor.js';
import type { DerivedChannelProps, ReleaseEntry } from '../../../constructs/index.ts';
import { inOrder, type Release } from '../../content/index.ts';

/** A release in a channel, and what is updated to it. */
export interface ChannelEntry {
  /** That of the bundle. */
  readonly name: string;
  /** The bundle before it. @default none */
  readonly replaces?: string;
  /** Bundles that are updated to it at once, and that nobody is updated to. @default none */
  readonly skips?: readonly string[];
  /** The versions that are updated to it at once. @default none */
  readonly skipRange?: string;
}

/**
 * The entries of a channel, oldest first: each release follows the one before it, and what is to be skipped follows and
 * replaces nothing.
 *
 * @param releases - those that are in the channel, in any order.
 */
export function derivedEntries(
  { skips = [], direct }: DerivedChannelProps,
  releases: readonly Release[],
): readonly ChannelEntry[] {
  let previous: string | undefined;
  let skipped: readonly string[] = [];
  return inOrder(releases).map(({ name, version }): ChannelEntry => {
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

/** The older versions that share a minor or major version with `version`, or all; none if there can't be any. */
function directRange(version: string, direct: DerivedChannelProps['direct']): Pick<ChannelEntry, 'skipRange'> {
  if (direct === undefined) return {};
  if (direct === 'all') return { skipRange: `<${version}` };
  const first = `${major(version)}.${direct === 'minor' ? minor(version) : 0}.0`;
  return lt(first, version) ? { skipRange: `>=${first} <${version}` } : {};
}

/** The entries of a channel as they were written by hand. @param name - of a version's bundle, also of one that isn't offered */
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
