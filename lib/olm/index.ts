// The description of an operator for OLM

export type {
  Architecture,
  BundleConstraint,
  BundleDependency,
  BundleProperty,
  BundleProps,
  CapabilityLevel,
  Category,
  DescriptorProps,
  FieldDescriptor,
  FieldDescriptors,
  FieldPath,
  Icon,
  InstallMode,
  InstallModeType,
  KindDependency,
  KindDescriptors,
  Maturity,
  OpenShiftFeature,
  OpenShiftProps,
  PackageDependency,
  PolicyRule,
  RequiredKind,
  ScorecardProps,
  ScorecardTest,
  Widget,
} from '../constructs/index.ts';
export { descriptors } from '../constructs/index.ts';

// The catalogs and channels that offer it

export {
  Catalog,
  type CatalogProps,
  Channel,
  type ChannelProps,
  type DerivedChannelProps,
  type GivenChannelProps,
  type OfferedRelease,
  type ReleaseEntry,
} from '../constructs/index.ts';

// The bundle of an operator

export {
  type Bundle,
  BundleError,
  type BundleFinding,
  type BundleOptions,
  bundle,
  bundleFiles,
  constructPaths,
  type ManifestFinding,
  manifestFiles,
} from './bundle/index.ts';

// The types of its ClusterServiceVersion

export type {
  ClusterServiceVersion,
  ClusterServiceVersionSpec,
  Descriptor,
  MetadataEntry,
  NativeKind,
  OwnedDefinition,
  Permission,
  RelatedImage,
  RequiredDefinition,
  StrategyDeployment,
  WebhookDefinition,
} from './bundle/index.ts';

// The content and validation of its directory

export {
  BundleContent,
  type BundleFiles,
  type Document,
  documents,
  newestReleases,
  type OperatorRelease,
  operatorName,
  operatorRelease,
  Place,
  predecessor,
} from './content/index.ts';
export { type FormatOptions, validationText } from './finding/finding-report.ts';
export type { RejectingTool, Rejection, Severity, StrictRejection } from './finding/rejection.ts';
export { type Audience, audiences } from './finding/rejection.ts';
export { formatRules, type RatedRule, type RuleSummary } from './finding/rule-summary.ts';
export type { ValidationFinding } from './finding/validation-finding.ts';
export { ruleSummaries, type ValidationOptions, validate } from './validation/index.ts';

// The effects of an upgrade from one release to the next

export { type EarlierSampleChildren, earlierSampleChildren } from './bundle/sample/earlier-sample.ts';
export {
  type Acceptance,
  type AcceptedUpgrade,
  type ChangePolicies,
  type ChangePolicy,
  departureFindings,
  type FormatUpgradeOptions,
  formatUpgrade,
  isUnacceptable,
  type PublishedRelease,
  type ReleasePair,
  type RenderedSample,
  type SampleRender,
  type UpgradeFinding,
  type UpgradeOptions,
  type UpgradeSeverity,
  upgradeFindings,
  withAcceptances,
} from './upgrade/index.ts';

// Its catalog, and the validation of catalogs

export {
  type BundleBlob,
  type CatalogBlob,
  type CatalogBundles,
  CatalogContent,
  CatalogError,
  type CatalogFinding,
  type CatalogProperty,
  type ChannelBlob,
  type ChannelEntry,
  catalogRuleSummaries,
  type Deprecation,
  type DeprecationsBlob,
  type OfferedCatalog,
  offeredCatalog,
  type PackageBlob,
  type UnreadableFile,
  validateCatalog,
} from './catalog/index.ts';

// The YAML of its files

export { type DocumentProblem, yamlDocument, yamlStream } from '../yaml/index.ts';
