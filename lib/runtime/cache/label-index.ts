import type { StoredObject } from '../../api/index.ts';
import { type IndexFunction, ObjectIndex } from './object-index.ts';

/** How many sets of label names are indexed. A program has few; one that makes up names as it goes is served by search. */
const mostIndexes = 16;

/**
 * Finds objects by labels, for questions that are asked again and again with other values, such as the pods of each resource.
 * The first question about a set of label names builds the index that answers the following ones.
 */
export class LabelIndex {
  readonly #all: (namespace?: string) => Iterable<StoredObject>;
  readonly #indexes = new Map<string, ObjectIndex>();

  /** @param all - the objects that are in now, of a namespace or of all. */
  constructor(all: (namespace?: string) => Iterable<StoredObject>) {
    this.#all = all;
  }

  /** The objects that carry all of these labels, of a namespace or of all. Costs what it gives, or a search of the namespace. */
  select(labels: Readonly<Record<string, string>>, namespace?: string): Iterable<StoredObject> {
    const names = Object.keys(labels).sort();
    const index = this.#index(names, namespace !== undefined);
    if (index !== undefined) return index.get(joinedValues(labels, names, namespace) ?? '');
    return [...this.#all(namespace)].filter(({ metadata }) =>
      names.every((name) => metadata.labels?.[name] === labels[name]),
    );
  }

  add(object: StoredObject): void {
    for (const index of this.#indexes.values()) index.add(object);
  }

  /** Puts an object in the place of an earlier version of it. */
  replace(previous: StoredObject, object: StoredObject): void {
    for (const index of this.#indexes.values()) index.replace(previous, object);
  }

  remove(object: StoredObject): void {
    for (const index of this.#indexes.values()) index.remove(object);
  }

  #index(names: readonly string[], isByNamespace: boolean): ObjectIndex | undefined {
    const id = [isByNamespace, ...names].join();
    const known = this.#indexes.get(id);
    if (known !== undefined || this.#indexes.size === mostIndexes) return known;
    const index = new ObjectIndex(byLabels(names, isByNamespace));
    for (const object of this.#all()) index.add(object);
    this.#indexes.set(id, index);
    return index;
  }
}

function byLabels(names: readonly string[], isByNamespace: boolean): IndexFunction {
  return ({ metadata: { namespace = '', labels } }) => {
    const value = labels && joinedValues(labels, names, isByNamespace ? namespace : undefined);
    return value === undefined ? [] : [value];
  };
}

/** The namespace and the values of the named labels as one text; undefined if one is missing. None of them can hold a comma. */
function joinedValues(
  labels: Readonly<Record<string, string>>,
  names: readonly string[],
  namespace = '',
): string | undefined {
  if (names.some((name) => labels[name] === undefined)) return undefined;
  return [namespace, ...names.map((name) => labels[name])].join();
}
