// In: the objects of a cluster. Out: those of some custom resources, without the fields that differ between two equal runs.
// Called by snapshots and by the explorer, which compares runs.

import { isJsonObject, type JsonValue, type KubernetesObject, type StoredObject } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { jsonObject, kubernetesObject } from './decoded-object.ts';
import { ownedObjects } from './object-tree.ts';

/** The paths of the fields that count or identify writes; authors may give these names to fields of their own elsewhere. */
const volatilePaths =
  /^(?:metadata\.(?:creationTimestamp|generation|managedFields|resourceVersion|selfLink|uid|ownerReferences\.\*\.uid)|status\.(?:.*\.)?observedGeneration)$/;

/** The paths of the fields that the cluster allots to a Service. */
const allottedPaths = /^spec\.(?:clusterIPs?|healthCheckNodePort|ports\.\*\.nodePort)$/;

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g;

/** Uids in texts, such as those in the labels of a Job's pods. */
const uids = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g;

/** The beginning of certificates and keys in Secrets: `-----BEGIN`. Each issue has others. */
const encodedPem = 'LS0tLS1CRUdJTi';

/**
 * Returns custom resources and their children without uids, versions, generations, times and addresses, and with numbers in generated
 * names. Objects that other controllers create for a child, such as pods, are left out.
 *
 * @param resources - of the operator.
 * @param others - further objects, without their children.
 */
export function plainObjects(
  objects: readonly StoredObject[],
  resources: readonly StoredObject[],
  others: readonly StoredObject[] = [],
): readonly KubernetesObject[] {
  const owned = ownedObjects(objects);
  const found = new Set(resources.flatMap((resource) => [resource, ...(owned.get(resource.metadata.uid) ?? [])]));
  for (const object of others) found.add(object);
  const names = plainNames(objects);
  const plain = [...found].map((object) => plainObject(object, names));
  return plain.sort((one, other) => (titleOf(one) < titleOf(other) ? -1 : 1));
}

function titleOf({ kind, metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${kind} ${namespace}/${name}`;
}

/** Generated name → the name in plain objects, numbered in the order of the names, as caches list objects. */
function plainNames(objects: readonly StoredObject[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { metadata } of objects.toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1))) {
    const { name, generateName } = metadata;
    if (generateName === undefined || generateName === '') continue;
    const count = (counts.get(generateName) ?? 0) + 1;
    counts.set(generateName, count);
    names.set(name, `${generateName}${count}`);
  }
  return names;
}

function plainObject(object: StoredObject, names: ReadonlyMap<string, string>): KubernetesObject {
  const isService = object.apiVersion === 'v1' && object.kind === 'Service';

  function plainValue(value: JsonValue | undefined, path: string): JsonValue {
    if (typeof value === 'string' && value.startsWith(encodedPem)) return '(pem)';
    if (typeof value === 'string') {
      return names.get(value) ?? value.replaceAll(times, '(time)').replaceAll(uids, '(uid)');
    }
    if (isJsonList(value)) return value.map((item) => plainValue(item, `${path}.*`));
    if (!isJsonObject(value)) return value ?? null;
    const fields = Object.keys(value).map((name) => ({ name, at: path === '' ? name : `${path}.${name}` }));
    return Object.fromEntries(
      fields
        .filter(({ at }) => !volatilePaths.test(at) && !(isService && allottedPaths.test(at)))
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .map(({ name, at }) => [name, plainValue(value[name], at)]),
    );
  }

  return kubernetesObject(plainValue(jsonObject(object), ''));
}
