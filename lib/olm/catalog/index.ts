// The catalog of an operator

export type {
  BundleBlob,
  CatalogBlob,
  CatalogProperty,
  ChannelBlob,
  Deprecation,
  DeprecationsBlob,
  PackageBlob,
} from './blob/blob.ts';
export type { ChannelEntry } from './blob/channel-entry.ts';
export { CatalogError, type CatalogFinding } from './catalog-error.ts';
export { type CatalogBundles, type OfferedCatalog, offeredCatalog } from './offered-catalog.ts';

// Validation of catalogs

export { CatalogContent, type UnreadableFile } from './content/catalog-content.ts';
export { catalogRuleSummaries, validateCatalog } from './validate-catalog.ts';
