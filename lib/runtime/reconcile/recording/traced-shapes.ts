import { formatGroupVersionKind, groupVersionKind, type KubernetesObject } from '../../../api/index.ts';
import { isShapeBuiltIn } from '../comparison/kind-shape.ts';

/** Returns the lookup of a kind's published shape in a trace; undefined for a kind whose shape is built in. */
export function shapeLookup(object: Pick<KubernetesObject, 'apiVersion' | 'kind'>): string | undefined {
  return isShapeBuiltIn(object) ? undefined : `shape ${formatGroupVersionKind(groupVersionKind(object))}`;
}
