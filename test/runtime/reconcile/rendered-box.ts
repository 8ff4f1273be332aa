import type { StoredObject } from '../../../lib/api/index.ts';
import { type Child, ownerReference } from '../../../lib/render/index.ts';
import { configMap, configMapKind, keyOf, operatorName, shelf, shelfKind } from '../shelf.ts';

/** Returns a shelf from a cache. */
export function storedShelf(name: string, { uid = `uid-of-${name}` } = {}): StoredObject {
  const object = shelf(name, {});
  const identity = { uid, resourceVersion: '1', generation: 1, creationTimestamp: '2030-01-01T00:00:00Z' };
  return { ...object, metadata: { ...object.metadata, ...identity } };
}

/** Returns a box that a shelf renders. */
export function renderedBox(owner: StoredObject, name: string, content: string): Child {
  const object = configMap(name, content);
  const metadata = { ...object.metadata, ownerReferences: [ownerReference(shelfKind, owner)] };
  return { kind: configMapKind, key: keyOf(name), object: { ...object, metadata } };
}

/** The options of an apply by the operator. */
export const applyOptions = { fieldManager: operatorName, force: true };
