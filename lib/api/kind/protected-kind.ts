import { formatGroupKind, type GroupVersionKind } from './group-version-kind.ts';

const protectedKinds: ReadonlySet<string> = new Set([
  'CustomResourceDefinition.apiextensions.k8s.io',
  'Namespace',
  'PersistentVolume',
  'PersistentVolumeClaim',
]);

/**
 * Returns true if the objects of a kind hold data, or their deletion deletes data. Such objects are deleted only if the
 * definition says so (`delete-data`), and never recreated.
 */
export function isProtectedKind(kind: GroupVersionKind): boolean {
  return protectedKinds.has(formatGroupKind(kind));
}
