import { type Catalog, Channel } from '../../../constructs/index.ts';
import type { Deprecation, DeprecationsBlob } from './blob.ts';

/** Returns the deprecations of a package: one document, or none. @param name - returns the bundle name of a version. */
export function deprecationBlobs(catalog: Catalog, name: (version: string) => string): readonly DeprecationsBlob[] {
  const { deprecation, deprecatedReleases = {} } = catalog.props;
  const entries = [
    ...entry({ schema: 'olm.package' }, deprecation),
    ...Channel.in(catalog).flatMap((channel) =>
      entry({ schema: 'olm.channel', name: channel.name }, channel.props.deprecation),
    ),
    ...Object.entries(deprecatedReleases).flatMap(([version, message]) =>
      entry({ schema: 'olm.bundle', name: name(version) }, message),
    ),
  ];
  return entries.length === 0 ? [] : [{ schema: 'olm.deprecations', package: catalog.packageName, entries }];
}

function entry(reference: Deprecation['reference'], message: string | undefined): readonly Deprecation[] {
  return message === undefined ? [] : [{ reference, message }];
}
