import type { Channel, DerivedChannelProps } from '../../../constructs/index.ts';
import { type OperatorRelease, releasesInOrder } from '../../content/index.ts';
import { rangeFlaw, VersionRange } from '../../notation/version-range.ts';
import type { CatalogFinding } from '../catalog-error.ts';
import type { ChannelBlob } from './blob.ts';
import { derivedEntries, givenEntries } from './channel-entry.ts';

/** The releases of a package, and the names of its bundles. */
export interface PackageReleases {
  readonly packageName: string;
  /** Oldest first. */
  readonly releases: readonly OperatorRelease[];
  /** Returns the bundle name of a version, also of one that isn't offered. */
  readonly name: (version: string) => string;
}

/** Returns the document of a channel, with given entries or with entries derived from its releases. */
export function channelBlob(
  { name, props }: Channel,
  { packageName, releases, ...offered }: PackageReleases,
): ChannelBlob {
  const entries =
    props.entries === undefined
      ? derivedEntries(props, channelReleases(name, props, releases))
      : givenEntries(props.entries, offered.name);
  return { schema: 'olm.channel', package: packageName, name, entries };
}

/** Reports the contradictions between a channel with derived entries and its releases. */
export function* channelBlobFindings(
  { name, props, node: { path } }: Channel,
  releases: readonly OperatorRelease[],
): Generator<CatalogFinding> {
  if (props.entries !== undefined) return;
  const flaw = props.versions === undefined ? undefined : rangeFlaw(props.versions);
  if (flaw !== undefined) {
    yield { path, ...flaw, what: `versions: ${flaw.what}` };
    return;
  }
  const inChannel = releasesInOrder(channelReleases(name, props, releases));
  if (inChannel.length === 0) {
    const remedy = 'name it in the `bundle.channels` of a release, or list its releases in `versions`';
    yield { path, what: 'it has no release', remedy };
    return;
  }
  const versions = inChannel.map(({ version }) => version);
  const newest = versions.at(-1);
  for (const version of props.skips ?? []) {
    if (versions.includes(version)) continue;
    const remedy = versions.length > 1 ? `skip one of ${versions.slice(0, -1).join(', ')}` : 'leave it out';
    yield { path, what: `it skips ${version}, which it doesn't have`, remedy };
  }
  if (props.skips?.some((version) => version === newest) !== true) return;
  const what = `it skips ${newest}, and has no newer release to update to`;
  yield { path, what, remedy: 'release a newer one first, or leave it out of the channel by `versions`' };
}

function channelReleases(
  channel: string,
  props: DerivedChannelProps,
  releases: readonly OperatorRelease[],
): readonly OperatorRelease[] {
  if (props.versions === undefined) return releases.filter(({ channels }) => channels.includes(channel));
  const range = VersionRange.parse(props.versions);
  return releases.filter(({ version }) => range?.includes(version) === true);
}
