import { builtInKind } from '../kind/built-in-kinds.ts';
import { groupVersionKind } from '../kind/group-version-kind.ts';
import type { KubernetesObject } from './kubernetes-object.ts';

/**
 * The object as its kind's scope demands: without a namespace if the kind is built in and cluster-scoped.
 * A chart's namespace is stamped on all of its objects, and the API server refuses it on these.
 */
export function scoped<Scoped extends KubernetesObject>(object: Scoped): Scoped {
  if (object.metadata.namespace === undefined) return object;
  if (builtInKind(groupVersionKind(object))?.scope !== 'Cluster') return object;
  const { namespace: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
