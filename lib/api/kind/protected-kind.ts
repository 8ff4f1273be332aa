import { formatGroupKind, type GroupVersionKind } from './group-version-kind.ts';

const protectedKinds: ReadonlySet<string> = new Set([
  'CustomResourceDefinition.apiextensions.k8s.io',
  'Namespace',
  'PersistentVolume',
  'PersistentVolumeClaim',
]);

/**
 * Whether the objects of a kind hold data, by themselves or by what goes with them.
 * They are never deleted because a render has left them out.
 */
export function isProtectedKind(kind: GroupVersionKind): boolean {
  return protectedKinds.has(formatGroupKind(kind));
}
