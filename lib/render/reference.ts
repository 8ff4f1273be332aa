// In: the references of a definition, and a resource. Out: the objects that the resource refers to, by key and by
// selection. Called by reconciles, and by the index that finds the resources that refer to an object.

import {
  type CachedReference,
  type CustomResourceClass,
  formatGroupVersionKind,
  formatObjectKey,
  type GroupVersionKind,
  type Index,
  type Kind,
  type ObjectAddress,
  type ObjectKey,
  type ObjectSelection,
  type Resource,
  type StoredObject,
  TerminalError,
} from '../api/index.ts';
import type { Controller } from '../constructs/index.ts';
import { getOrMake, sortedJson, withArticle } from '../schema/index.ts';

/** The caches of a definition, as lookups of references use them. */
export interface ReferenceCache {
  /** True if the kind is cached, as a whole or with the fields of its view. */
  has(reference: CachedReference): boolean;

  /** Returns one object; undefined if the cache doesn't have it. */
  get(kind: Kind, key: ObjectKey): StoredObject | undefined;

  /** Returns the objects of a kind in a namespace, or in all, that have all of these labels; sorted by name. */
  list(kind: Kind, namespace?: string, labels?: Readonly<Record<string, string>>): readonly StoredObject[];

  /**
   * Returns the objects under one value of an index, in a namespace or in all, sorted by name; undefined without such
   * an index.
   */
  indexed(index: Index, value: string, namespace?: string): readonly StoredObject[] | undefined;
}

/** Objects of one kind that a resource selects. */
export interface Selected {
  readonly kind: Kind;
  /** Undefined: all namespaces, or none if the kind is cluster-scoped. */
  readonly namespace: string | undefined;
  readonly by:
    | { readonly labels: Readonly<Record<string, string>> }
    | { readonly index: Index; readonly value: string };
}

type ControllerReference = Controller['references'][number];

/**
 * Returns the objects that a resource names.
 *
 * @throws TerminalError if one is in a namespace that the definition doesn't allow.
 * @throws the errors of the author's `names`.
 */
export function referencesOf(
  { references }: Pick<Controller, 'references'>,
  resource: Resource<CustomResourceClass>,
): ObjectAddress[] {
  return references.flatMap((reference) =>
    (reference.names?.(referenceContext(resource)) ?? []).map((name) => {
      const key = referencedKey(reference.kind, name, resource.metadata);
      if (reference.kind.scope === 'Namespaced') refuseForbiddenNamespace(reference, key.namespace, resource);
      return { kind: reference.kind, key };
    }),
  );
}

/**
 * Returns the selections of a resource, each once, and one entry for each namespace.
 *
 * @throws TerminalError if one is in a namespace that the definition doesn't allow.
 * @throws the errors of the author's `select`.
 */
export function selectionsOf(
  { references }: Pick<Controller, 'references'>,
  resource: Resource<CustomResourceClass>,
): Selected[] {
  const selections = references.flatMap((reference) =>
    (reference.select?.(referenceContext(resource)) ?? []).flatMap((selection) => {
      const { kind } = reference;
      const by =
        selection.index === undefined
          ? { labels: selection.labels ?? {} }
          : { index: selection.index, value: selection.value };
      return selectedNamespaces(reference, selection, resource).map((namespace) => ({ kind, namespace, by }));
    }),
  );
  return selections.length < 2 ? selections : distinctSelections(selections);
}

/** A tenant may write one selection thousands of times, and each would find its objects again. */
function distinctSelections(selections: readonly Selected[]): Selected[] {
  const indexes = new Map<Index['valuesOf'], number>();
  const textOf = ({ kind, namespace = '', by }: Selected) => {
    const what =
      'labels' in by ? sortedJson(by.labels) : [getOrMake(indexes, by.index.valuesOf, () => indexes.size), by.value];
    return JSON.stringify([formatGroupVersionKind(kind), namespace, what]);
  };
  return [...new Map(selections.map((selected) => [textOf(selected), selected])).values()];
}

/** Returns the namespaces of the objects that a resource can refer to; undefined stands for all, or for none. */
export function referredNamespaces(
  reference: ControllerReference,
  resource: Resource<CustomResourceClass>,
): ReadonlySet<string | undefined> {
  const one = { references: [reference] };
  return new Set([
    ...referencesOf(one, resource).map(({ key }) => key.namespace),
    ...selectionsOf(one, resource).map(({ namespace }) => namespace),
  ]);
}

/** Returns the key of the object that a resource means by a name. */
export function referencedKey(
  kind: Kind,
  name: string | ObjectKey,
  { namespace }: { readonly namespace?: string },
): ObjectKey {
  const given = typeof name === 'string' ? { name } : name;
  return kind.scope === 'Namespaced'
    ? { namespace: given.namespace ?? namespace, name: given.name }
    : { name: given.name };
}

/** Formats a referenced object. Different ones give different texts. */
export function formatReference({ kind, key }: { readonly kind: GroupVersionKind; readonly key: ObjectKey }): string {
  return `${formatGroupVersionKind(kind)} ${formatObjectKey(key)}`;
}

function referenceContext(resource: Resource<CustomResourceClass>) {
  return { resource, metadata: resource.metadata, spec: resource.spec };
}

function selectedNamespaces(
  reference: ControllerReference,
  { namespaces }: ObjectSelection,
  resource: Resource<CustomResourceClass>,
): readonly (string | undefined)[] {
  if (reference.kind.scope === 'Cluster') return [undefined];
  const own = resource.metadata.namespace;
  const wanted = namespaces ?? (own === undefined ? 'all' : [own]);
  if (wanted !== 'all') {
    // A tenant may write one namespace thousands of times, and each would find all objects of the namespace again.
    const distinct = [...new Set(wanted)];
    for (const namespace of distinct) refuseForbiddenNamespace(reference, namespace, resource);
    return distinct;
  }
  if (allowedNamespaces(reference, resource) === 'all') return [undefined];
  throw new TerminalError(`it selects ${reference.kind.kind} objects of all namespaces, and ${remedy}`);
}

/** @throws TerminalError if a resource must not refer to objects in a namespace. */
function refuseForbiddenNamespace(
  reference: ControllerReference,
  namespace: string | undefined,
  resource: Resource<CustomResourceClass>,
): void {
  const { kind } = reference.kind;
  if (namespace === undefined) {
    throw new TerminalError(
      `it refers to ${withArticle(kind)} without a namespace, and has none of its own: give \`{ namespace, name }\``,
    );
  }
  const allowed = allowedNamespaces(reference, resource);
  if (namespace === resource.metadata.namespace || allowed === 'all' || allowed.includes(namespace)) return;
  throw new TerminalError(`it refers to ${withArticle(kind)} in namespace ${namespace}, and ${remedy}`);
}

const remedy =
  '`allowedNamespaces` of the reference does not allow that: stay in the own namespace, or allow it in the definition';

function allowedNamespaces(
  { allowedNamespaces: allowed }: ControllerReference,
  { metadata }: Resource<CustomResourceClass>,
): readonly string[] | 'all' {
  return allowed ?? (metadata.namespace === undefined ? 'all' : []);
}
