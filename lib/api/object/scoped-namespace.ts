import { builtInKind } from '../kind/built-in-kinds.ts';
import { groupVersionKind } from '../kind/group-version-kind.ts';
import type { KubernetesObject } from './kubernetes-object.ts';

/**
 * Returns the object as the scope of its kind requires: without a namespace if the kind is built in and cluster-scoped.
 * cdk8s sets a chart's namespace on all of its objects, and the API server refuses it on these.
 */
export function withScopedNamespace<Scoped extends KubernetesObject>(object: Scoped): Scoped {
  if (object.metadata.namespace === undefined) return object;
  if (builtInKind(groupVersionKind(object))?.scope !== 'Cluster') return object;
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
