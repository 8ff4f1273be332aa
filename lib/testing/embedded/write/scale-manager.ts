// In: an object with a scale subresource, and the Scale that a client writes. Out: the Scale with the managers that own its
// replicas, and the object with those of the written Scale. Called by writes of Scales.

import type { JsonObject } from '../../../api/index.ts';
import { openApiDefinition, SchemaNode } from '../../../built-in/index.ts';
import type { FieldWrite } from '../apply/field-manager.ts';
import { FieldSet } from '../apply/field-set.ts';
import { type ManagedFields, managedOf, managerId, withManaged } from '../apply/managed-field.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { noPaths, patchableScale } from './scale.ts';
import type { Target } from './target.ts';

const scaleVersion = 'autoscaling/v1';
/** The schema of a Scale. */
export const scaleSchema: SchemaNode = SchemaNode.builtIn(
  { $ref: '#/components/schemas/io.k8s.api.autoscaling.v1.Scale' },
  openApiDefinition,
);
const replicasOfScale = FieldSet.ofPaths([['f:spec', 'f:replicas']]);

/** Returns a write of a Scale, as far as the ownership of its fields depends on it. */
export function scaleWrite(state: ServerState, { options }: Target, operation: 'Apply' | 'Update'): FieldWrite {
  return {
    schema: scaleSchema,
    manager: { name: options.fieldManager, operation, apiVersion: scaleVersion, subresource: 'scale' },
    time: state.now(),
    empty: {},
    ignored: (fields) => fields,
    inVersion: (object) => ({ object, schema: scaleSchema }),
  };
}

/** Returns the Scale of an object, with the managers that own its replicas. */
export function ownedScale(type: ResourceType, object: JsonObject): JsonObject {
  const replicas = FieldSet.ofPaths([replicasPath(type)]);
  const managed = new Map<string, ManagedFields>();
  // Of two entries with one identity, which a Scale may have caused, the API server reads the last.
  for (const entry of (managedOf(object) ?? new Map<string, ManagedFields>()).values()) {
    const manager = { ...entry.manager, apiVersion: scaleVersion };
    if (!entry.fields.intersection(replicas).isEmpty)
      managed.set(managerId(manager), { ...entry, manager, fields: replicasOfScale });
  }
  return withManaged(patchableScale(type, object), managed);
}

/** Returns an object whose replicas have the managers of a written Scale; their entries have no time. */
export function withScaleManagers(type: ResourceType, object: JsonObject, scale: JsonObject): JsonObject {
  const replicas = FieldSet.ofPaths([replicasPath(type)]);
  const ofScale = new Map(managedOf(scale) ?? []);
  const managed = new Map<string, ManagedFields>();
  for (const [id, entry] of managedOf(object) ?? []) {
    const left = ofScale.delete(id) ? entry.fields : entry.fields.difference(replicas);
    if (!left.isEmpty) managed.set(id, { ...entry, fields: left });
  }
  for (const [id, { manager, fields }] of ofScale) {
    if (fields.intersection(replicasOfScale).isEmpty) continue;
    managed.set(id, { manager: { ...manager, apiVersion: type.apiVersion }, time: undefined, fields: replicas });
  }
  return withManaged(object, managed);
}

function replicasPath({ scale = noPaths }: ResourceType): `f:${string}`[] {
  return scale.specReplicas.map((field) => `f:${field}` as const);
}
