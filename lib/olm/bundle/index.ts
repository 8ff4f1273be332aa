// The bundle of an operator

export { type Bundle, bundle } from './bundle.ts';
export { BundleError, type BundleFinding } from './bundle-error.ts';
export { bundleFiles, manifestFiles } from './bundle-file.ts';
export type { BundleOptions } from './bundle-parts.ts';
export { constructPaths } from './construct-path.ts';
export { oldestKubernetes } from './manifest/kubernetes-release.ts';
export type { ManifestFinding } from './manifest-finding.ts';
export { sampleChildren } from './sample/sample-children.ts';

// The types of its ClusterServiceVersion

export type { Permission } from './access/permission.ts';
export type { Descriptor } from './definition/descriptor.ts';
export type { NativeKind } from './definition/native-kind.ts';
export type { OwnedDefinition } from './definition/owned-definition.ts';
export type { RequiredDefinition } from './definition/required-kind.ts';
export type { RelatedImage } from './image/folded-image.ts';
export type { StrategyDeployment } from './manifest/deployment.ts';
export type { MetadataEntry } from './metadata/metadata-entry.ts';
export type {
  ClusterServiceVersion,
  ClusterServiceVersionSpec,
} from './service-version/cluster-service-version.ts';
export type { WebhookDefinition } from './webhook/webhook-definition.ts';

// The YAML of its files

export { yamlDocument, yamlStream } from '../../yaml/index.ts';
