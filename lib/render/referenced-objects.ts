// In: a resource, and the caches. Out: the objects that the resource refers to, as its `render` reads them. Called by
// reconciles, and by tests of callbacks.

import {
  type CachedReference,
  type CustomResourceClass,
  compareObjectKeys,
  formatObjectKey,
  isSameKind,
  type Kind,
  type ObjectKey,
  objectKey,
  type References,
  type Resource,
  resolveViewedKind,
  type StoredObject,
  UncachedKindError,
} from '../api/index.ts';
import type { Controller } from '../constructs/index.ts';
import {
  formatReference,
  type ReferenceCache,
  referencedKey,
  referencesOf,
  type Selected,
  selectionsOf,
} from './reference.ts';

/**
 * Returns one reconcile's view of the objects that its resource refers to.
 *
 * A name that `names` leaves out is an error: the operator would miss changes of that object, and its children would
 * stay as they are.
 */
export function referencedObjects(
  controller: Pick<Controller, 'references'>,
  resource: Resource<CustomResourceClass>,
  cache: ReferenceCache,
): References {
  let named: ReadonlySet<string> | undefined;
  const isNamed = (reference: string) => {
    named ??= new Set(referencesOf(controller, resource).map(formatReference));
    return named.has(reference);
  };
  const referencesTo = (reference: CachedReference) => {
    const kind: Kind = resolveViewedKind(reference);
    const references = controller.references.filter((known) => isSameKind(known.kind, kind));
    if (references.length === 0 || !cache.has(reference))
      throw new UncachedKindError(kind, '`references` of the controller');
    return { kind, references };
  };
  const of = (reference: CachedReference, name: string | ObjectKey) => {
    const { kind } = referencesTo(reference);
    const key = referencedKey(kind, name, resource.metadata);
    if (!isNamed(formatReference({ kind, key }))) {
      const title = typeof name === 'string' ? name : formatObjectKey(key);
      throw new TypeError(`\`render\` asks for ${kind.kind} ${title}, which \`names\` of its reference doesn't return`);
    }
    return cache.get(kind, key);
  };
  const list = (reference: CachedReference) => referredObjects(referencesTo(reference), resource, cache);
  // The caches have raw JSON of the kinds that they watch: here, and only here, it gets the type that the kind
  // promises.
  return Object.assign(of, { list }) as References;
}

/** Returns all existing objects that a resource refers to, each once, sorted by kind, namespace and name. */
function referredObjects(
  controller: Pick<Controller, 'references'>,
  resource: Resource<CustomResourceClass>,
  cache: Omit<ReferenceCache, 'has'>,
): readonly StoredObject[] {
  const named = referencesOf(controller, resource).flatMap(({ kind, key }) => cache.get(kind, key) ?? []);
  const selected = selectionsOf(controller, resource).map((selection) => selectedObjects(selection, cache));
  const all = new Set([named, ...selected].flat());
  return [...all].sort((one, other) => compareObjectKeys(objectKey(one), objectKey(other)));
}

/** Returns the objects that a selection finds in the cache. */
export function selectedObjects(
  { kind, namespace, by }: Selected,
  cache: Pick<ReferenceCache, 'list' | 'indexed'>,
): readonly StoredObject[] {
  if ('labels' in by) return cache.list(kind, namespace, by.labels);
  const found = cache.indexed(by.index, by.value, namespace);
  if (found !== undefined) return found;
  throw new TypeError(`\`select\` of ${kind.kind} uses an index that isn't among the controller's \`indexes\`: add it`);
}
