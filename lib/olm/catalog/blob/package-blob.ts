import type { OperatorRelease } from '../../content/index.ts';
import type { ChannelBlob, PackageBlob } from './blob.ts';

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
