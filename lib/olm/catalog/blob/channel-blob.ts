// In: a channel of the tree, and the releases of its package. Out: the channel as a catalog says it, or what it can't be.
// Called for each channel of a catalog.

import type { Channel, DerivedChannelProps } from '../../../constructs/index.ts';
import { inOrder, type Release } from '../../content/index.ts';
import { rangeFlaw } from '../../notation/range-flaw.ts';
import { VersionRange } from '../../notation/version-range.ts';
import type { CatalogFinding } from '../catalog-error.ts';
import type { ChannelBlob } from './blob.ts';
import { derivedEntries, givenEntries } from './channel-entry.ts';

/** The releases of a package, and what others of it would be called. */
export interface PackageReleases {
  readonly packageName: string;
  /** Oldest first. */
  readonly releases: readonly Release[];
  /** What the bundle of a version is called, also of one that isn't offered. */
  readonly name: (version: string) => string;
}

/** A channel with its entries: as given, or derived from its releases. */
export function channelBlob(
  { name, props }: Channel,
  { packageName, releases, ...offered }: PackageReleases,
): ChannelBlob {
  const entries =
    props.entries === undefined
      ? derivedEntries(props, members(name, props, releases))
      : givenEntries(props.entries, offered.name);
  return { schema: 'olm.channel', package: packageName, name, entries };
}

/** What is wrong with a channel that derives its entries: what it names and what there is don't go together. */
export function channelBlobFindings(channel: Channel, releases: readonly Release[]): CatalogFinding[] {
  const { name, props, node } = channel;
  const { path } = node;
  if (props.entries !== undefined) return [];
  const flaw = props.versions === undefined ? undefined : rangeFlaw(props.versions);
  if (flaw !== undefined) return [{ path, ...flaw, what: `versions: ${flaw.what}` }];
  const inChannel = inOrder(members(name, props, releases));
  if (inChannel.length === 0) {
    const remedy = 'name it in the `bundle.channels` of a release, or say in `versions` which ones are in it';
    return [{ path, what: 'no release is in it', remedy }];
  }
  const versions = inChannel.map(({ version }) => version);
  const newest = versions.at(-1);
  return [
    ...(props.skips ?? [])
      .filter((version) => !versions.includes(version))
      .map((version) => ({
        path,
        what: `it skips ${version}, which is not in it`,
        remedy: versions.length > 1 ? `skip one of ${versions.slice(0, -1).join(', ')}` : 'leave it out',
      })),
    ...(props.skips?.some((version) => version === newest) === true
      ? [
          {
            path,
            what: `it skips ${newest}, and has no newer release for those who have it`,
            remedy: 'release a newer one first, or leave it out of the channel by `versions`',
          },
        ]
      : []),
  ];
}

function members(channel: string, props: DerivedChannelProps, releases: readonly Release[]): readonly Release[] {
  if (props.versions === undefined) return releases.filter(({ channels }) => channels.includes(channel));
  const range = VersionRange.parse(props.versions);
  return releases.filter(({ version }) => range?.includes(version) === true);
}
