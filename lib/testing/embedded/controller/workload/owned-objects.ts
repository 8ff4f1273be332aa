// In: an object with a selector. Out: the objects that it controls, after it has adopted those without a controller and released those
// that it no longer selects. Called by the controllers of workloads.

import type { JsonObject } from '../../../../api/index.ts';
import {
  controllerReferenceOf,
  isDeleting,
  type LabelSelection,
  labelSelection,
  labelsOf,
  metadataText,
  withController,
  withoutOwner,
} from '../../../../built-in/index.ts';
import { fieldAt } from '../../../../schema/index.ts';
import type { StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import type { OwnedIndex } from '../index/owned-index.ts';
import type { SelectorIndex } from '../index/selector-index.ts';

/** A collection of objects that others own. */
export interface OwnedCollection {
  readonly collection: string;
  readonly index: OwnedIndex;
}

/** The objects of a cluster that its controllers own. */
export interface OwnedCollections {
  readonly pods: OwnedCollection;
  readonly sets: OwnedCollection;
  readonly revisions: OwnedCollection;
  readonly slices: OwnedCollection;
}

/** The objects that an owner takes over. */
export interface Adoption {
  /** True for the selected objects that it adopts. @default all */
  readonly adopts?: (object: JsonObject) => boolean;
  /** @default the label selector of its spec */
  readonly selection?: LabelSelection;
}

/** Returns the objects that an object controls. It adopts those that it selects, and releases the others. */
export async function claimObjects(
  access: ClusterAccess,
  owner: JsonObject,
  { collection, index }: OwnedCollection,
  { adopts = () => true, selection = labelSelection(fieldAt(owner, 'spec.selector')) }: Adoption = {},
): Promise<readonly JsonObject[]> {
  const uid = metadataText(owner, 'uid');
  const isEnding = isDeleting(owner);
  const claimed: JsonObject[] = [];
  for (const object of index.controlledBy(uid)) {
    if (selection.matches(labelsOf(object))) claimed.push(object);
    else if (!isEnding) await access.update(collection, object, (live) => withoutOwner(live, uid));
  }
  if (isEnding) return claimed;
  for (const object of index.selected(metadataText(owner, 'namespace'), selection)) {
    if (controllerReferenceOf(object) !== undefined || isDeleting(object) || !adopts(object)) continue;
    const adopted = await access.update(collection, object, (live) => withController(live, owner));
    if (adopted !== undefined) claimed.push(adopted);
  }
  return claimed;
}

/** Returns the keys of the controllers of a changed object, before and after the change; without one, of those that may adopt it. */
export function ownerKeys(
  { object, previous, type }: StoredChange,
  kind: string,
  selectors?: SelectorIndex,
): Set<string> {
  const keys = new Set<string>();
  for (const each of previous === undefined ? [object] : [previous, object]) {
    const key = ownerKey(each, kind);
    if (key !== undefined) keys.add(key);
  }
  if (type !== 'DELETED' && selectors !== undefined && controllerReferenceOf(object) === undefined) {
    for (const key of selectors.selecting(object)) keys.add(key);
  }
  return keys;
}

function ownerKey(object: JsonObject, kind: string): string | undefined {
  const controller = controllerReferenceOf(object);
  return controller?.kind === kind ? `${metadataText(object, 'namespace')}/${controller.name}` : undefined;
}
