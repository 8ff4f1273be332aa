import type { KubernetesObject } from './kubernetes-object.ts';
import { formatObjectKey, objectKey } from './object-key.ts';

/** Formats an object for messages: `StatefulSet shop/db`. */
export function objectTitle(object: Pick<KubernetesObject, 'kind' | 'metadata'>): string {
  return `${object.kind} ${formatObjectKey(objectKey(object))}`;
}
