import { isJsonObject } from '../../schema/index.ts';
import type { KubernetesObject } from './kubernetes-object.ts';

/**
 * The annotation in which client-side apply keeps a copy of the whole object.
 *
 * @see https://kubernetes.io/docs/reference/labels-annotations-taints/
 */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Returns annotations without kubectl's copy of their object. */
export function writtenAnnotations(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!(lastApplied in annotations)) return annotations;
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => name !== lastApplied));
}

/** Returns true if an object has annotations, but none in them. */
export function hasEmptyAnnotations({ metadata: { annotations } }: KubernetesObject): boolean {
  return isJsonObject(annotations) && Object.keys(annotations).length === 0;
}
