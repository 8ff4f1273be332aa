// In: the objects that a reconcile has read. Out: a digest that changes as soon as another actor changes one of them.
// Called when a reconcile has written, to distinguish a reaction to a change from a hot loop.

import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type CustomResourceClass,
  conversionAnnotation,
  groupVersionKind,
  isSameKind,
  type Resource,
  type ResourceDefinition,
  type StoredObject,
  type StoredObjectMeta,
  writtenAnnotations,
} from '../../../api/index.ts';
import type { Controller } from '../../../constructs/index.ts';
import { controllerOf, referencesOf, selectedObjects, selectionsOf } from '../../../render/index.ts';
import type { ReconcileCache } from '../reconcile-cache.ts';

/**
 * A digest of a render's inputs: the resource without its status, and its references. Its own children don't count,
 * even if it refers to them: it causes their changes itself.
 */
export function renderInputs(
  controller: Controller,
  resource: Resource<CustomResourceClass>,
  cache: Pick<ReconcileCache, 'get' | 'list' | 'indexed'>,
): string {
  const { uid } = resource.metadata;
  const referenced = [
    ...referencesOf(controller, resource).map(({ kind, key }) => cache.get(kind, key)),
    ...selectionsOf(controller, resource).flatMap((selection) => selectedObjects(selection, cache)),
  ];
  const others = referenced.filter((object) => object === undefined || controllerOf(object)?.uid !== uid);
  return inputDigest([
    renderInputOf(resource, controller.kind),
    others.map((object) => object && objectVersionOf(object)),
  ]);
}

/** Returns true if two states of one resource are the same input for a render. */
export function isSameRenderInput(one: StoredObject, other: StoredObject, kind: ResourceDefinition): boolean {
  return isDeepStrictEqual(renderInputOf(one, kind), renderInputOf(other, kind));
}

function renderInputOf(
  { metadata }: { readonly metadata: StoredObjectMeta },
  kind: ResourceDefinition,
): readonly unknown[] {
  const { uid, generation, labels = {}, annotations = {} } = metadata;
  // Each read converts it again, with the conversion of that moment, and no watch reports that.
  const { [conversionAnnotation(kind)]: _, ...others } = writtenAnnotations(annotations);
  return [uid, generation, labels, others];
}

/**
 * A digest of the inputs of the author's `status`: the objects that it has read. Of resources of the controller's own
 * kind only the spec counts, since the controller writes their statuses.
 */
export function statusInputs(controller: Controller, shown: Iterable<StoredObject>): string {
  const isOwnWork = (object: StoredObject) => isSameKind(groupVersionKind(object), controller.kind);
  return inputDigest(
    Array.from(shown, (object) =>
      isOwnWork(object) ? [object.metadata.uid, object.metadata.generation] : objectVersionOf(object),
    ),
  );
}

function objectVersionOf({ metadata: { uid, resourceVersion } }: StoredObject): readonly string[] {
  return [uid, resourceVersion];
}

function inputDigest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64');
}
