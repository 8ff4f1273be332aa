import { type Catalog, isVersion } from '../../constructs/index.ts';
import { bundleAnnotation, type OperatorRelease } from '../content/index.ts';
import type { ChannelBlob } from './blob/blob.ts';
import type { CatalogFinding } from './catalog-error.ts';

/** Reports why a published bundle can't be in its package's catalog. @param directory - the name of its directory. */
export function* releaseFindings(
  catalog: Catalog,
  directory: string,
  published: OperatorRelease,
): Generator<CatalogFinding> {
  const { name, version, packageName } = published;
  const finding = (what: string, remedy: string) => ({
    path: catalog.node.path,
    what: `release ${directory} ${what}`,
    remedy,
  });
  if (name === '') {
    yield finding('has no ClusterServiceVersion with a name', 'put back the bundle as it was published');
    return;
  }
  if (packageName !== catalog.packageName)
    yield finding(`is of package ${packageName || 'nothing'}`, `keep releases of ${catalog.packageName} there only`);
  if (!isVersion(version)) yield finding('has no semantic version', 'put back the bundle as it was published');
  else if (version !== directory) yield finding(`is of version ${version}`, 'name the directory after the version');
}

/** A Channel construct, with its entries. */
export interface FilledChannel {
  readonly path: string;
  readonly blob: ChannelBlob;
}

/** Reports contradictions between an unpublished bundle and the channels that will contain it. */
export function* agreementFindings(
  catalog: Catalog,
  current: OperatorRelease,
  channels: readonly FilledChannel[],
): Generator<CatalogFinding> {
  const { name, content } = current;
  const carrying = channels.filter(({ blob }) => blob.entries.some((entry) => entry.name === name));
  const { path } = catalog.node;
  const [first = ''] = current.channels;
  const named = bundleAnnotation(content, 'channel.default') ?? first;
  for (const channel of current.channels) {
    if (channels.some(({ blob }) => blob.name === channel)) continue;
    const what = `${name} names channel ${channel}, and the catalog has none of that name`;
    yield { path, what, remedy: 'construct the Channel, or leave it out of `bundle.channels`' };
  }
  for (const channel of carrying) {
    if (current.channels.includes(channel.blob.name)) continue;
    const what = `${name} is in this channel, and its bundle doesn't name the channel`;
    const remedy = 'add the channel to `bundle.channels`, or leave the release out of the channel';
    yield { path: channel.path, what, remedy };
  }
  if (named !== first) {
    const what = `${name} names ${named} as the default channel, and ${first} first`;
    yield { path, what, remedy: `name ${named} first in \`bundle.channels\`` };
  }
  for (const channel of carrying) yield* releaseGraphFindings(current, channel);
}

/** With a catalog, OLM ignores the update fields of a ClusterServiceVersion: they must not contradict the channel. */
function* releaseGraphFindings(
  { name, content }: OperatorRelease,
  { path, blob }: FilledChannel,
): Generator<CatalogFinding> {
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
  if (replaces !== undefined && replaces !== entry?.replaces) yield finding('replaces', replaces, entry?.replaces);
  if (skips.length > 0 && skips.toSorted().join() !== (entry?.skips ?? []).toSorted().join())
    yield finding('skips', skips.join(', '), entry?.skips?.join(', '));
  if (skipRange !== undefined && skipRange !== entry?.skipRange)
    yield finding('skipRange', skipRange, entry?.skipRange);
}
