import type { ChannelEntry } from './channel-entry.ts';

/** A document of a file-based catalog, recognized by its `schema`. */
export type CatalogBlob = PackageBlob | ChannelBlob | BundleBlob | DeprecationsBlob;

/** An operator, whatever its release. */
export interface PackageBlob {
  readonly schema: 'olm.package';
  readonly name: string;
  readonly defaultChannel: string;
  /** Markdown. */
  readonly description?: string;
  readonly icon?: { readonly base64data: string; readonly mediatype: string };
}

/** A stream of updates. */
export interface ChannelBlob {
  readonly schema: 'olm.channel';
  readonly package: string;
  readonly name: string;
  readonly entries: readonly ChannelEntry[];
}

/** A release. */
export interface BundleBlob {
  readonly schema: 'olm.bundle';
  readonly package: string;
  readonly name: string;
  /** @default none: its properties hold the manifests */
  readonly image?: string;
  readonly properties: readonly CatalogProperty[];
  /** The images that a mirror has to copy. */
  readonly relatedImages?: readonly { readonly name: string; readonly image: string }[];
}

/** What a resolver or a console is told of a release. */
export interface CatalogProperty {
  /** Such as `olm.gvk`, which says what `value` is. */
  readonly type: string;
  readonly value: unknown;
}

/** What of a package should be used no more. */
export interface DeprecationsBlob {
  readonly schema: 'olm.deprecations';
  readonly package: string;
  readonly entries: readonly Deprecation[];
}

/** One thing of a package that should be used no more. */
export interface Deprecation {
  /** Without a name, the package itself. */
  readonly reference: { readonly schema: 'olm.package' | 'olm.channel' | 'olm.bundle'; readonly name?: string };
  /** Why, and what instead. */
  readonly message: string;
}
