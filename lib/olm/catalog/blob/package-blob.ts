import { type Catalog, Channel } from '../../../constructs/index.ts';
import type { OperatorRelease } from '../../content/index.ts';
import type { ChannelBlob, Deprecation, DeprecationsBlob, PackageBlob } from './blob.ts';

/** The inputs of a package's document. */
export interface PackageParts {
  readonly defaultChannel: string;
  readonly channels: readonly ChannelBlob[];
  /** Oldest first. */
  readonly releases: readonly OperatorRelease[];
}

/** Returns the document of a package, described by the newest release of its default channel. */
export function packageBlob(packageName: string, { defaultChannel, channels, releases }: PackageParts): PackageBlob {
  const channel = channels.find(({ name }) => name === defaultChannel);
  const newest = releases.findLast(({ name }) => channel?.entries.some((entry) => entry.name === name) === true);
  const spec = newest?.content.clusterServiceVersion.at('spec');
  const { text: description = '' } = spec?.at('description') ?? {};
  const icon = spec?.at('icon').items[0];
  const { text: base64data = '' } = icon?.at('base64data') ?? {};
  return {
    schema: 'olm.package',
    name: packageName,
    defaultChannel,
    ...(description !== '' && { description }),
    ...(base64data !== '' && { icon: { base64data, mediatype: icon?.at('mediatype').text ?? '' } }),
  };
}

/** Returns the deprecations of a package: one document, or none. @param name - returns the bundle name of a version. */
export function deprecationBlobs(catalog: Catalog, name: (version: string) => string): readonly DeprecationsBlob[] {
  const { deprecation, deprecatedReleases = {} } = catalog.props;
  const entries = [
    ...deprecationEntry({ schema: 'olm.package' }, deprecation),
    ...Channel.in(catalog).flatMap((channel) =>
      deprecationEntry({ schema: 'olm.channel', name: channel.name }, channel.props.deprecation),
    ),
    ...Object.entries(deprecatedReleases).flatMap(([version, message]) =>
      deprecationEntry({ schema: 'olm.bundle', name: name(version) }, message),
    ),
  ];
  return entries.length === 0 ? [] : [{ schema: 'olm.deprecations', package: catalog.packageName, entries }];
}

function deprecationEntry(reference: Deprecation['reference'], message: string | undefined): readonly Deprecation[] {
  return message === undefined ? [] : [{ reference, message }];
}
