// In: what a pass has looked at. Out: it as short text, which is another one as soon as somebody else has changed any of it.
// Called when a pass has written, to tell an answer to a change from a loop that feeds itself.

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
} from '../../api/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { controllerOf, referencesOf, selectedObjects, selectionsOf } from '../../render/index.ts';
import type { Observation } from './observation.ts';

/**
 * What a render goes by: the resource without its status, and what it refers to. Its own children don't count, even if it
 * refers to them: their changes are its doing.
 */
export function renderInputs(
  controller: Controller,
  resource: Resource<CustomResourceClass>,
  cache: Pick<Observation, 'get' | 'list' | 'indexed'>,
): string {
  const { uid } = resource.metadata;
  const referenced = [
    ...referencesOf(controller, resource).map(({ kind, key }) => cache.get(kind, key)),
    ...selectionsOf(controller, resource).flatMap((selection) => selectedObjects(selection, cache)),
  ];
  const others = referenced.filter((object) => object === undefined || controllerOf(object)?.uid !== uid);
  return digest([editionOf(resource, controller.kind), others.map((object) => object && versionOf(object))]);
}

/** Whether a render goes by the same in both of two states of one resource, as far as it goes by the resource itself. */
export function isSameEdition(one: StoredObject, other: StoredObject, kind: ResourceDefinition): boolean {
  return isDeepStrictEqual(editionOf(one, kind), editionOf(other, kind));
}

function editionOf(
  { metadata }: { readonly metadata: StoredObjectMeta },
  kind: ResourceDefinition,
): readonly unknown[] {
  const { uid, generation, labels = {}, annotations = {} } = metadata;
  // Each read makes it anew, with the conversion of that moment, and no watch tells of that.
  const { [conversionAnnotation(kind)]: _, ...others } = writtenAnnotations(annotations);
  return [uid, generation, labels, others];
}

/**
 * What the author's `status` goes by: the objects that it was shown. Of resources of the controller's own kind only the
 * spec counts, since their statuses are its doing.
 */
export function statusInputs(controller: Controller, shown: Iterable<StoredObject>): string {
  const isOwnWork = (object: StoredObject) => isSameKind(groupVersionKind(object), controller.kind);
  return digest(
    Array.from(shown, (object) =>
      isOwnWork(object) ? [object.metadata.uid, object.metadata.generation] : versionOf(object),
    ),
  );
}

function versionOf({ metadata: { uid, resourceVersion } }: StoredObject): readonly string[] {
  return [uid, resourceVersion];
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64');
}
