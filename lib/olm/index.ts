// The bundle of an operator

export { type Bundle, type BundleOptions, bundle } from './bundle/bundle.ts';
export { BundleError, type BundleFinding } from './bundle/bundle-error.ts';
export { bundleFiles, manifestFiles } from './bundle/bundle-file.ts';
export { constructPaths } from './bundle/construct-path.ts';
export type { Finding } from './bundle/finding.ts';

// What it tells the Operator Lifecycle Manager

export type { InstallMode, PolicyRule } from '../constructs/index.ts';
export type { ClusterServiceVersion, ClusterServiceVersionSpec } from './bundle/cluster-service-version.ts';
export type { MetadataEntry } from './bundle/dependency.ts';
export type { StrategyDeployment } from './bundle/deployment.ts';
export type { Descriptor } from './bundle/descriptor.ts';
export type { NativeKind, RequiredDefinition } from './bundle/foreign-kind.ts';
export type { OwnedDefinition } from './bundle/owned-definition.ts';
export type { Permission } from './bundle/permission.ts';
export type { RelatedImage } from './bundle/related-image.ts';
export type { WebhookDefinition } from './bundle/webhook-definition.ts';

// What lies in its directory, and what is wrong with it

export { BundleContent, type BundleFiles, type Document, Place } from './content/index.ts';
export {
  type Audience,
  audiences,
  type Diagnostic,
  type FormatOptions,
  formatDiagnostics,
  formatRules,
  type RuleSummary,
  ruleSummaries,
  type Severity,
  type ValidationOptions,
  validate,
} from './validation/index.ts';

// What an upgrade from one release to the next does

export { type EarlierSampleChildren, earlierSampleChildren } from './bundle/earlier-sample.ts';
export {
  type FormatUpgradeOptions,
  formatUpgrade,
  type ReleasePair,
  type RenderedSample,
  type SampleRender,
  type UpgradeFinding,
  type UpgradeOptions,
  type UpgradeSeverity,
  upgradeFindings,
} from './upgrade/index.ts';

// What is offered of it, and what is wrong with that

export {
  type BundleBlob,
  type BundleProperty,
  type CatalogBlob,
  type CatalogBundles,
  CatalogContent,
  CatalogError,
  type CatalogFinding,
  type ChannelBlob,
  type ChannelEntry,
  catalogRuleSummaries,
  type Deprecation,
  type DeprecationsBlob,
  type OfferedCatalog,
  offeredCatalog,
  type PackageBlob,
  type Unreadable,
  validateCatalog,
} from './catalog/index.ts';

// How it is written

export { yamlDocument, yamlStream } from './yaml.ts';
