// In: the objects of a cluster. Out: those of some custom resources, without what differs between two runs that do the same.
// Called by snapshots and by the explorer, which compares runs.

import { isJsonObject, type JsonValue, type KubernetesObject, type StoredObject } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { jsonObject, kubernetesObject } from './decoded-object.ts';
import { ownedObjects } from './object-tree.ts';

/** The fields that count or identify writes. */
const volatileFields: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'generation',
  'managedFields',
  'observedGeneration',
  'resourceVersion',
  'selfLink',
  'uid',
]);

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Returns objects and all that they own, without uids, versions, generations and times, and with numbers in generated names. */
export function plainObjects(
  objects: readonly StoredObject[],
  roots: readonly StoredObject[],
): readonly KubernetesObject[] {
  const owned = ownedObjects(objects);
  const found = new Set<StoredObject>();
  const collect = (object: StoredObject) => {
    if (found.has(object)) return;
    found.add(object);
    for (const child of owned.get(object.metadata.uid) ?? []) collect(child);
  };
  for (const root of roots) collect(root);
  const names = plainNames([...found]);
  const plain = [...found].map((object) => plainObject(object, names));
  return plain.sort((one, other) => (titleOf(one) < titleOf(other) ? -1 : 1));
}

function titleOf({ kind, metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${kind} ${namespace}/${name}`;
}

/** Generated name → the name in plain objects, numbered in the order of the objects' creation. */
function plainNames(objects: readonly StoredObject[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { metadata } of objects.toSorted((one, other) => (one.metadata.uid < other.metadata.uid ? -1 : 1))) {
    const { name, generateName } = metadata;
    if (generateName === undefined || generateName === '') continue;
    const prefix = [...names].reduce((text, [from, to]) => text.replace(from, to), generateName);
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    names.set(name, `${prefix}${count}`);
  }
  return names;
}

function plainObject(object: StoredObject, names: ReadonlyMap<string, string>): KubernetesObject {
  return kubernetesObject(plainValue(jsonObject(object), names));
}

function plainValue(value: JsonValue | undefined, names: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') return time.test(value) ? '(time)' : (names.get(value) ?? value);
  if (isJsonList(value)) return value.map((item) => plainValue(item, names));
  if (!isJsonObject(value)) return value ?? null;
  const fields = Object.keys(value).filter((name) => !volatileFields.has(name));
  return Object.fromEntries(fields.sort().map((name) => [name, plainValue(value[name], names)]));
}
