// In: a controller's references, and the resources in the cache. Out: the resources that refer to an object, by name or by
// selection. An index of the resources: called for every change of a resource and of a referenced kind.

import {
  type CustomResourceClass,
  formatGroupVersionKind,
  formatObjectKey,
  groupVersionKind,
  type Index,
  isSameKind,
  type Kind,
  objectKey,
  type Resource,
  type ResourceDefinition,
  resolveViewedKind,
  type StoredObject,
  TerminalError,
} from '../../api/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { formatReference, referencesOf, type Selected, selectionsOf } from '../../render/index.ts';
import { getOrMake } from '../../schema/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { IndexFunction } from '../cache/index.ts';
import { parsedResource } from '../reconcile/index.ts';

/**
 * The references of one resource: the values under which it is found, each with the selections that have it. A value
 * without selections is that of a named object.
 */
type Referred = ReadonlyMap<string, readonly Selected[]>;

const nothing: Referred = new Map();

/** The number of indexed sets of label names for each kind. An author writes few; a spec may have any number. */
const mostNameSets = 16;

/**
 * Finds resources by their references.
 *
 * A resource is found under each object that it names, and under one value of each of its selections: its labels, the
 * first of them if their names are in none of {@link mostNameSets} sets, or the value of an index. A lookup costs one
 * step for each label, set of names and index value of the object, and one for each resource that it finds.
 */
export class Referrers {
  readonly #controller: Controller;
  readonly #logger: Logger;
  // An index asks again when the object is deleted, and parsing is expensive.
  readonly #known = new WeakMap<StoredObject, Referred>();
  /** Kind → the indexed sets of sorted label names, by their text. */
  readonly #nameSets = new Map<string, Map<string, readonly string[]>>();

  constructor(controller: Controller, logger: Logger) {
    this.#controller = controller;
    this.#logger = logger;
  }

  /**
   * Returns the values under which a resource is found. A resource has no references if its spec doesn't fit the
   * definition, or if the author's `names` or `select` fail, which is logged.
   */
  readonly valuesOf: IndexFunction = (stored) => [...this.#cachedReferences(stored).keys()];

  /** Returns the values under which those resources are found that may refer to an object. */
  valuesFor(object: StoredObject): readonly string[] {
    const kind = groupVersionKind(object);
    const { namespace, labels = {} } = object.metadata;
    const named = formatReference({ kind, key: objectKey(object) });
    const references = this.#controller.references.filter((reference) => isSameKind(reference.kind, kind));
    if (references.every(({ select }) => select === undefined)) return [named];
    const found = this.#indexesOf(kind).flatMap(({ index, place }) =>
      indexValuesOf(index, object).map((value) => ['index', place, value] as const),
    );
    const labelled = [
      ...Object.keys(labels).map((name) => [name]),
      ...(this.#nameSets.get(formatGroupVersionKind(kind))?.values() ?? []),
    ].flatMap((names) => (names.every((name) => Object.hasOwn(labels, name)) ? [labelTerm(names, labels)] : []));
    const namespaces = namespace === undefined ? [undefined] : [namespace, undefined];
    const selected = namespaces.flatMap((where) =>
      [['any'] as const, ...labelled, ...found].map((term) => selectionValue(kind, where, term)),
    );
    return [named, ...new Set(selected)];
  }

  /** Returns true if a resource that was found under one of those values refers to the object. */
  isReferrer(stored: StoredObject, object: StoredObject, value: string): boolean {
    const selections = this.#cachedReferences(stored).get(value);
    if (selections === undefined) return false;
    return selections.length === 0 || selections.some((selected) => isSelectedObject(object, selected));
  }

  #cachedReferences(stored: StoredObject): Referred {
    return getOrMake(this.#known, stored, () => this.#computeReferences(stored));
  }

  #computeReferences(stored: StoredObject): Referred {
    const resource = parseableResource(this.#controller.kind, stored);
    if (resource === undefined) return nothing;
    try {
      const found = new Map<string, Selected[]>();
      for (const named of referencesOf(this.#controller, resource)) found.set(formatReference(named), []);
      for (const selected of selectionsOf(this.#controller, resource)) {
        getOrMake(found, this.#indexValueOf(selected), () => []).push(selected);
      }
      return found;
    } catch (error) {
      // The reconcile of the resource reports references that the definition doesn't allow.
      if (TerminalError.is(error)) return nothing;
      const fields = { resource: formatObjectKey(objectKey(stored)), error };
      this.#logger.error('`names` or `select` of a reference has failed', fields);
      return nothing;
    }
  }

  #indexValueOf({ kind, namespace, by }: Selected): string {
    if ('index' in by) {
      const place = this.#controller.indexes.findIndex(({ index }) => index.valuesOf === by.index.valuesOf);
      return selectionValue(kind, namespace, ['index', place, by.value]);
    }
    const names = Object.keys(by.labels).sort();
    if (names.length === 0) return selectionValue(kind, namespace, ['any']);
    const indexed = names.length > 1 && this.#isIndexed(kind, names) ? names : names.slice(0, 1);
    return selectionValue(kind, namespace, labelTerm(indexed, by.labels));
  }

  /** Indexes a set of label names if there is place for it. @returns true if it is indexed. */
  #isIndexed(kind: Kind, names: readonly string[]): boolean {
    const sets = getOrMake(this.#nameSets, formatGroupVersionKind(kind), () => new Map<string, readonly string[]>());
    const text = JSON.stringify(names);
    if (sets.size < mostNameSets) sets.set(text, names);
    return sets.has(text);
  }

  #indexesOf(kind: Pick<Kind, 'group' | 'version' | 'kind'>) {
    return this.#controller.indexes.flatMap(({ index, kind: indexed }, place) =>
      isSameKind(indexed, kind) ? [{ index, place }] : [],
    );
  }
}

function labelTerm(names: readonly string[], labels: Readonly<Record<string, string>>): readonly string[] {
  return ['labels', ...names.flatMap((name) => [name, labels[name] ?? ''])];
}

/** As text, which no named reference equals. */
function selectionValue(
  kind: Pick<Kind, 'group' | 'version' | 'kind'>,
  namespace: string | undefined,
  term: readonly (string | number)[],
): string {
  return JSON.stringify([formatGroupVersionKind(kind), namespace ?? '', ...term]);
}

function isSelectedObject(object: StoredObject, { kind, namespace, by }: Selected): boolean {
  if (!isSameKind(kind, groupVersionKind(object))) return false;
  const { metadata } = object;
  if (namespace !== undefined && metadata.namespace !== namespace) return false;
  if ('labels' in by) return Object.entries(by.labels).every(([name, value]) => metadata.labels?.[name] === value);
  return isSameKind(resolveViewedKind(by.index.of), kind) && indexValuesOf(by.index, object).includes(by.value);
}

function indexValuesOf(index: Index, object: StoredObject): readonly string[] {
  try {
    return index.valuesOf(object);
  } catch {
    // The cache leaves the object out of the index, and logs that.
    return [];
  }
}

/** The resource if its spec fits the definition. Otherwise its reconcile reports the errors. */
function parseableResource(
  definition: ResourceDefinition,
  stored: StoredObject,
): Resource<CustomResourceClass> | undefined {
  try {
    return parsedResource(definition, stored);
  } catch (error) {
    if (TerminalError.is(error)) return undefined;
    throw error;
  }
}
