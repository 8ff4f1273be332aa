import type { KubernetesObject } from './kubernetes-object.ts';
import { formatObjectKey, objectKey } from './object-key.ts';

/** An object as messages name it: `StatefulSet shop/db`. */
export function objectTitle(object: Pick<KubernetesObject, 'kind' | 'metadata'>): string {
  return `${object.kind} ${formatObjectKey(objectKey(object))}`;
}
