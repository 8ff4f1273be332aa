// The bundle of an operator

export { type Bundle, type BundleOptions, bundle } from './bundle.ts';
export { BundleError, type BundleFinding } from './bundle-error.ts';
export { bundleFiles } from './bundle-file.ts';
export type { Finding } from './finding.ts';

// What it tells the Operator Lifecycle Manager

export type { PolicyRule } from '../constructs/index.ts';
export type { ClusterServiceVersion, ClusterServiceVersionSpec, InstallMode } from './cluster-service-version.ts';
export type { StrategyDeployment } from './deployment.ts';
export type { Descriptor } from './descriptor.ts';
export type { OwnedDefinition } from './owned-definition.ts';
export type { Permission } from './permission.ts';
export type { RelatedImage } from './related-image.ts';
export type { WebhookDefinition } from './webhook-definition.ts';

// How it is written

export { yamlDocument, yamlStream } from './yaml.ts';
