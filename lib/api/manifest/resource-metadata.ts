import type { ApiObjectMetadata } from 'cdk8s';

/** What authors give as the metadata of an object. That of cdk8s itself takes any field, also one that no object has. */
export type ResourceMetadata = Pick<
  ApiObjectMetadata,
  'annotations' | 'finalizers' | 'labels' | 'name' | 'namespace' | 'ownerReferences'
>;
