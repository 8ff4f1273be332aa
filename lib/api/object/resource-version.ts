import type { KubernetesObject, StoredObject } from './kubernetes-object.ts';

const decimal = /^(0|[1-9][0-9]*)$/;

/**
 * Compares the resource versions of two objects of one kind.
 *
 * Versions are whole decimal numbers of any length, compared without loss of precision. Versions of different kinds
 * can't be compared.
 *
 * @returns below 0 if `one` is older than `other`, above 0 if newer, 0 if they are the same; NaN if an API server
 *   violates the standard with a version that isn't a number.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export function compareResourceVersions(one: string, other: string): number {
  if (one === other) return 0;
  if (!decimal.test(one) || !decimal.test(other)) return Number.NaN;
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : 1;
}

/** Returns true for an earlier state of an object than another one of it; false if the versions can't be compared. */
export function isOlderObject(one: Pick<StoredObject, 'metadata'>, other: Pick<StoredObject, 'metadata'>): boolean {
  return compareResourceVersions(one.metadata.resourceVersion, other.metadata.resourceVersion) < 0;
}

/**
 * Returns an object for an apply that only creates it: under a version that no object has, since etcd reaches that
 * version before it stores anything. The API server creates an absent object, because there is no version to compare
 * with, and refuses to change an existing one.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export function withVersionOfNone(object: KubernetesObject): KubernetesObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: '1' } };
}
