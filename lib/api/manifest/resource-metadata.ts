import type { ApiObjectMetadata } from 'cdk8s';

/**
 * The metadata of an object that authors can set. The type of cdk8s itself accepts any field, even one that no object
 * has.
 */
export type ResourceMetadata = Pick<
  ApiObjectMetadata,
  'annotations' | 'finalizers' | 'labels' | 'name' | 'namespace' | 'ownerReferences'
>;
