import type { ChannelEntry } from './channel-entry.ts';

/** A document of a file-based catalog, recognized by its `schema`. */
export type CatalogBlob = PackageBlob | ChannelBlob | BundleBlob | DeprecationsBlob;

/** A package: an operator in all its releases. */
export interface PackageBlob {
  readonly schema: 'olm.package';
  readonly name: string;
  readonly defaultChannel: string;
  /** Markdown. */
  readonly description?: string;
  readonly icon?: { readonly base64data: string; readonly mediatype: string };
}

/** A channel: a stream of updates. */
export interface ChannelBlob {
  readonly schema: 'olm.channel';
  readonly package: string;
  readonly name: string;
  readonly entries: readonly ChannelEntry[];
}

/** A bundle: one release. */
export interface BundleBlob {
  readonly schema: 'olm.bundle';
  readonly package: string;
  readonly name: string;
  /** @default none: its properties hold the manifests */
  readonly image?: string;
  readonly properties: readonly CatalogProperty[];
  /** The images to copy for a mirror. */
  readonly relatedImages?: readonly { readonly name: string; readonly image: string }[];
}

/** A property of a bundle, for resolvers and consoles. */
export interface CatalogProperty {
  /** The type of `value`, such as `olm.gvk`. */
  readonly type: string;
  readonly value: unknown;
}

/** The deprecations of a package. */
export interface DeprecationsBlob {
  readonly schema: 'olm.deprecations';
  readonly package: string;
  readonly entries: readonly Deprecation[];
}

/** A deprecated package, channel or bundle. */
export interface Deprecation {
  /** The deprecated document; without a name, the package itself. */
  readonly reference: { readonly schema: 'olm.package' | 'olm.channel' | 'olm.bundle'; readonly name?: string };
  /** The reason, and a replacement. */
  readonly message: string;
}
