import { type Condition, conditionsOf, isJsonObject, type StoredObject } from '../../api/index.ts';

/** The fields of a CustomResourceDefinition in the cluster that a migration depends on. */
export interface StoredDefinition {
  readonly resourceVersion: string;
  /** Changes with the spec, hence with the storage version, and when another definition takes the name. */
  readonly revision: string;
  /** The version in which objects are written from now on. */
  readonly storageVersion: string;
  /** The version by which objects can be read and written: the storage version, unless that isn't served. */
  readonly servedVersion: string;
  /** The versions in which objects may still be stored. */
  readonly storedVersions: readonly string[];
  readonly conditions: readonly Condition[];
}

/** Parses a definition as the API server sends it. */
export function storedDefinition({ metadata, spec, status }: StoredObject): StoredDefinition {
  const versions = listField(spec, 'versions').filter(isJsonObject);
  const named = (flag: 'storage' | 'served') =>
    versions
      .filter((version) => version[flag] === true)
      .flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  const [storageVersion = ''] = named('storage');
  const served = named('served');
  return {
    resourceVersion: metadata.resourceVersion,
    revision: `${metadata.uid}/${metadata.generation ?? 0}`,
    storageVersion,
    servedVersion: served.includes(storageVersion) ? storageVersion : (served[0] ?? storageVersion),
    storedVersions: listField(status, 'storedVersions').filter((version) => typeof version === 'string'),
    conditions: conditionsOf(status),
  };
}

function listField(value: unknown, field: string): readonly unknown[] {
  const list = isJsonObject(value) ? value[field] : undefined;
  return Array.isArray(list) ? list : [];
}
