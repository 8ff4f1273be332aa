import type { CustomResourceClass, KubernetesObject, Resource, ResourceDefinition } from '../api/index.ts';

/**
 * Returns a resource as if it had just been created from its author's manifest: its spec with defaults, and an identity
 * that no real object has.
 *
 * @throws the error of the definition's spec for a spec that isn't valid.
 */
export function createdResource(written: KubernetesObject, kind: ResourceDefinition): Resource<CustomResourceClass> {
  return {
    ...written,
    metadata: {
      ...(kind.scope === 'Namespaced' && { namespace: 'default' }),
      ...written.metadata,
      uid: '00000000-0000-0000-0000-000000000000',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '1970-01-01T00:00:00Z',
    },
    spec: kind.spec.parse(written.spec),
    status: {},
  };
}
