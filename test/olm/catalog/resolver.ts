// The Operator Lifecycle Manager's choice of updates, written independently of the tested code.

import semver from 'semver';
import type { ChannelEntry } from '../../../lib/olm/index.ts';

/** An entry of a channel with the version of its bundle. */
export type VersionedEntry = ChannelEntry & { readonly version: string };

/**
 * The releases that OLM considers as updates, the best one first: from the one that nothing replaces or skips, along what
 * each replaces, and what is behind one that is skipped no more.
 *
 * @throws Error if OLM can't order the channel.
 */
function ordered(channel: readonly VersionedEntry[]): readonly VersionedEntry[] {
  const byName = new Map(channel.map((entry) => [entry.name, entry]));
  const replaced = new Set(channel.flatMap(({ replaces = '', skips = [] }) => [replaces, ...skips]));
  const skipped = new Set(channel.flatMap(({ skips = [] }) => skips));
  const heads = channel.filter(({ name }) => !replaced.has(name));
  if (heads.length !== 1) throw new Error(`${heads.length} heads`);
  const order: VersionedEntry[] = [];
  const visited = new Set<string>();
  let isBehind = false;
  for (let entry = heads[0]; entry !== undefined; entry = byName.get(entry.replaces ?? '')) {
    if (visited.has(entry.name)) throw new Error('a cycle');
    visited.add(entry.name);
    if (!isBehind) order.push(entry);
    if (skipped.has(entry.name)) isBehind = true;
  }
  return order;
}

/** Returns the release that another one is updated to; undefined if to none. */
export type Choice = (installed: VersionedEntry, channel: readonly VersionedEntry[]) => VersionedEntry | undefined;

/** As most clusters do: the first that follows, in the order of the channel. */
export const firstInOrder: Choice = (installed, channel) => ordered(channel).find((entry) => follows(entry, installed));

/** As its successor does, which knows no order but that of versions: the highest that follows. */
export const highestVersion: Choice = (installed, channel) =>
  channel
    .filter((entry) => follows(entry, installed))
    .toSorted((one, other) => semver.rcompare(one.version, other.version))[0];

function follows({ name, replaces, skips = [], skipRange }: VersionedEntry, installed: VersionedEntry): boolean {
  if (name === installed.name) return false;
  if (replaces === installed.name || skips.includes(installed.name)) return true;
  return skipRange !== undefined && semver.satisfies(installed.version, skipRange, { includePrerelease: true });
}

/** All updates that follow each other from a release on, until there is none; it comes to an end at the latest after all. */
export function updates(
  installed: VersionedEntry,
  channel: readonly VersionedEntry[],
  choose: Choice = firstInOrder,
): readonly VersionedEntry[] {
  const taken: VersionedEntry[] = [];
  for (let next = choose(installed, channel); next !== undefined && taken.length < channel.length; ) {
    taken.push(next);
    next = choose(next, channel);
  }
  return taken;
}
