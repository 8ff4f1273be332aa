import { type Catalog, isVersion } from '../../constructs/index.ts';
import { bundleAnnotation, type OperatorRelease } from '../content/index.ts';
import type { ChannelBlob } from './blob/blob.ts';
import type { CatalogFinding } from './catalog-error.ts';

/** Reports why a published bundle can't be in its package's catalog. @param directory - the name of its directory. */
export function releaseFindings(catalog: Catalog, directory: string, published: OperatorRelease): CatalogFinding[] {
  const { name, version, packageName } = published;
  const finding = (what: string, remedy: string) => ({
    path: catalog.node.path,
    what: `release ${directory} ${what}`,
    remedy,
  });
  if (name === '')
    return [finding('has no ClusterServiceVersion with a name', 'put back the bundle as it was published')];
  return [
    ...(packageName === catalog.packageName
      ? []
      : [finding(`is of package ${packageName || 'nothing'}`, `keep releases of ${catalog.packageName} there only`)]),
    ...(isVersion(version) ? [] : [finding('has no semantic version', 'put back the bundle as it was published')]),
    ...(version === directory || !isVersion(version)
      ? []
      : [finding(`is of version ${version}`, 'name the directory after the version')]),
  ];
}

/** A Channel construct, with its entries. */
export interface FilledChannel {
  readonly path: string;
  readonly blob: ChannelBlob;
}

/** Reports contradictions between an unpublished bundle and the channels that will contain it. */
export function agreementFindings(
  catalog: Catalog,
  current: OperatorRelease,
  { channels, defaultChannel }: { readonly channels: readonly FilledChannel[]; readonly defaultChannel: string },
): CatalogFinding[] {
  const { name, content } = current;
  const carrying = channels.filter(({ blob }) => blob.entries.some((entry) => entry.name === name));
  const { path } = catalog.node;
  const named = bundleAnnotation(content, 'channel.default') ?? defaultChannel;
  return [
    ...current.channels
      .filter((channel) => !channels.some(({ blob }) => blob.name === channel))
      .map((channel) => ({
        path,
        what: `${name} names channel ${channel}, and the catalog has none of that name`,
        remedy: 'construct the Channel, or leave it out of `bundle.channels`',
      })),
    ...carrying
      .filter((channel) => !current.channels.includes(channel.blob.name))
      .map((channel) => ({
        path: channel.path,
        what: `${name} is in this channel, and its bundle doesn't name the channel`,
        remedy: 'add the channel to `bundle.channels`, or leave the release out of the channel',
      })),
    ...(named === defaultChannel
      ? []
      : [{ path, what: `${name} names ${named} as the default channel`, remedy: `name ${defaultChannel} first` }]),
    ...carrying.flatMap((channel) => releaseGraphFindings(current, channel)),
  ];
}

/** With a catalog, OLM ignores the update fields of a ClusterServiceVersion: they must not contradict the channel. */
function releaseGraphFindings({ name, content }: OperatorRelease, { path, blob }: FilledChannel): CatalogFinding[] {
  const entry = blob.entries.find((each) => each.name === name);
  const { clusterServiceVersion } = content;
  const replaces = clusterServiceVersion.at('spec', 'replaces').text;
  const skips = clusterServiceVersion.at('spec', 'skips').texts;
  const skipRange = clusterServiceVersion.at('metadata', 'annotations', 'olm.skipRange').text;
  const finding = (field: string, value: string, instead: string | undefined) => ({
    path,
    what: `${name} has ${field} ${value}, and the channel has ${instead ?? 'none'}`,
    remedy: 'leave it out of the `bundle` props, or give the channel equal `entries`',
  });
  return [
    ...(replaces === undefined || replaces === entry?.replaces ? [] : [finding('replaces', replaces, entry?.replaces)]),
    ...(skips.length === 0 || skips.toSorted().join() === (entry?.skips ?? []).toSorted().join()
      ? []
      : [finding('skips', skips.join(', '), entry?.skips?.join(', '))]),
    ...(skipRange === undefined || skipRange === entry?.skipRange
      ? []
      : [finding('skipRange', skipRange, entry?.skipRange)]),
  ];
}
