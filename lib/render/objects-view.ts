// In: a controller's definition, and objects. Out: these objects as `status` sees them by `live`.
// Called by `synth`, with no objects.

import type { ApiObject } from 'cdk8s';
import {
  compareObjectKeys,
  type FollowedReference,
  type GroupVersionKind,
  groupVersionKind,
  type Index,
  isKindView,
  isSameKind,
  isSameView,
  type KindReference,
  type Live,
  type LiveSelector,
  type PlusConstruct,
  resolveFollowedKind,
  type StoredObject,
  UncachedKindError,
} from '../api/index.ts';
import type { Controller } from '../constructs/index.ts';
import { ownedChild } from './owned-child.ts';

/**
 * Returns a `live` that shows the given objects, with the errors that a cache gives for kinds that the definition doesn't name.
 *
 * All objects of a child's kind and name are taken for the resource's own, whatever their owner references are.
 */
export function objectsView(
  { owns, followed, indexes }: Pick<Controller, 'owns' | 'followed' | 'indexes'>,
  namespace: string | undefined,
  objects: readonly StoredObject[] = [],
): Live {
  const all = (kind: GroupVersionKind & { readonly scope: 'Namespaced' | 'Cluster' }) =>
    objects
      .filter((object) => isSameKind(groupVersionKind(object), kind))
      .filter(({ metadata }) => isSeen(kind.scope === 'Namespaced' ? namespace : undefined, metadata.namespace))
      .sort((one, other) => compareObjectKeys(one.metadata, other.metadata));

  const of = (child: ApiObject | PlusConstruct, reference?: KindReference) => {
    const { object, kind } = ownedChild(child, reference, owns);
    return all(kind).find(({ metadata }) => metadata.name === object.name);
  };

  const list = (reference: FollowedReference, { labels = {} }: LiveSelector = {}) => {
    const kind = resolveFollowedKind(reference);
    const cached = followed.find((each) => isSameKind(each.kind, kind));
    if (cached === undefined || !isShown(reference, cached.view)) {
      throw new UncachedKindError(kind, '`owns`, `watches` or `references` of the controller');
    }
    const wanted = Object.entries(labels);
    return all(kind).filter(({ metadata }) => wanted.every(([name, value]) => metadata.labels?.[name] === value));
  };

  const indexed = (index: Index, value: string) => {
    const known = indexes.find((each) => each.index === index);
    if (known === undefined)
      throw new TypeError('`live.indexed` got an index that is none of `indexes`: name it there');
    return all(known.kind).filter((object) => index.valuesOf(object).includes(value));
  };
  // The objects are raw JSON: here, and only here, they get the types that their kinds promise.
  return Object.assign(of, { list, indexed }) as Live;
}

function isSeen(wanted: string | undefined, namespace: string | undefined): boolean {
  return wanted === undefined || namespace === wanted;
}

/** Whether a cache that keeps a view of a kind shows what a reference asks for. Metadata is part of every view. */
function isShown(reference: FollowedReference, view: Controller['followed'][number]['view']): boolean {
  if (!isKindView(reference)) return view === undefined;
  return reference.keep === undefined || isSameView(view, reference);
}
