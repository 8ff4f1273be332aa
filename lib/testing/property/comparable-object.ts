// In: the objects of a world. Out: those that an operator has written, without fields of their history and of other
// controllers. Called by checks of properties, which compare them.

import {
  conditionsOf,
  isJsonObject,
  type JsonValue,
  type KubernetesObject,
  objectTitle,
  type StoredObject,
} from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { jsonObject, kubernetesObject, withReplacedTexts } from '../scenario/decoded-object.ts';
import { isWrittenBy } from '../scenario/object-state.ts';
import { plainObjects } from '../scenario/plain-object.ts';
import { snapshotDifference } from '../scenario/snapshot-difference.ts';
import type { World } from '../scenario/world.ts';

/** Returns the resource and all objects that the operator has written, without the fields that other controllers add. */
export function writtenObjects(world: World, resource: KubernetesObject): readonly KubernetesObject[] {
  const objects = withoutGeneratedNames(world.simulation.objects.all());
  const written = objects.filter((object) => isWrittenBy(object, world.operator.name) || isObject(object, resource));
  const titles = new Set(written.map(objectTitle));
  return plainObjects(objects, written)
    .filter((object) => titles.has(objectTitle(object)))
    .map((object) => (isObject(object, resource) ? withSortedConditions(object) : withoutAdditions(object)));
}

/**
 * Returns the differences of two snapshots, apart from what earlier specs may have left: objects that hold data, as the property
 * `data is kept` demands, and `history`.
 *
 * @param history - `Job` for all objects of a kind, `DatabaseBackup.status.lastRun` for a field or, by its type, a condition.
 */
export function lastingDifference(
  expected: readonly KubernetesObject[],
  actual: readonly KubernetesObject[],
  history: readonly string[],
): readonly string[] {
  const paths = [...dataKinds, ...history].map((path) => path.split('.'));
  const lasting = (object: KubernetesObject): KubernetesObject[] => {
    const fields = paths.filter(([kind]) => kind === object.kind).map(([, ...field]) => field);
    if (fields.some(({ length }) => length === 0)) return [];
    return [kubernetesObject(fields.reduce(withoutField, jsonObject(object)))];
  };
  return snapshotDifference(expected.flatMap(lasting), actual.flatMap(lasting));
}

function withoutField(value: JsonValue, [step = '', ...rest]: readonly string[]): JsonValue {
  if (isJsonList(value)) return value.filter((item) => !isJsonObject(item) || item.type !== step);
  if (!isJsonObject(value)) return value;
  const { [step]: field, ...others } = value;
  return field === undefined || rest.length === 0 ? others : { ...others, [step]: withoutField(field, rest) };
}

/** Names that the API server generates show the order of their creation. */
function withoutGeneratedNames(objects: readonly StoredObject[]): readonly StoredObject[] {
  const names = new Map(
    objects.flatMap(({ metadata: { name, generateName = '' } }) =>
      generateName === '' ? [] : [[name, `${generateName}(generated)`] as const],
    ),
  );
  return objects.map((object) => withReplacedTexts(object, names));
}

/** The kinds whose objects hold data. */
export const dataKinds: readonly string[] = ['PersistentVolumeClaim', 'PersistentVolume'];

/** Returns true for the stored form of an object. */
export function isObject({ kind, metadata }: KubernetesObject, other: KubernetesObject): boolean {
  return kind === other.kind && metadata.name === other.metadata.name;
}

/** Statuses, and the revision of a Deployment, are those of other controllers. */
function withoutAdditions({ status: _, metadata, ...object }: KubernetesObject): KubernetesObject {
  const { 'deployment.kubernetes.io/revision': _1, ...annotations } = metadata.annotations ?? {};
  return { ...object, metadata: { ...metadata, annotations } };
}

/** Returns a snapshot without the spec of the resource itself: the effects of the spec. */
export function visibleEffects(
  snapshot: readonly KubernetesObject[],
  { kind, metadata }: KubernetesObject,
): readonly KubernetesObject[] {
  return snapshot.map((object) => {
    if (object.kind !== kind || object.metadata.name !== metadata.name) return object;
    const { spec: _, ...rest } = object;
    return rest;
  });
}

/** The order of conditions shows the order of past problems. */
function withSortedConditions(object: KubernetesObject): KubernetesObject {
  if (!isJsonObject(object.status)) return object;
  const conditions = [...conditionsOf(object.status)].sort((one, other) => (one.type < other.type ? -1 : 1));
  return { ...object, status: { ...object.status, conditions } };
}
