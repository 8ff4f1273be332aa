// What is offered of an operator

export type {
  BundleBlob,
  BundleProperty,
  CatalogBlob,
  ChannelBlob,
  Deprecation,
  DeprecationsBlob,
  PackageBlob,
} from './blob.ts';
export { CatalogError, type CatalogFinding } from './catalog-error.ts';
export type { ChannelEntry } from './channel-entry.ts';
export { type CatalogBundles, type OfferedCatalog, offeredCatalog } from './offered-catalog.ts';

// What is wrong with a catalog

export { CatalogContent, type Unreadable } from './catalog-content.ts';
export { catalogRuleSummaries, validateCatalog } from './validate-catalog.ts';
