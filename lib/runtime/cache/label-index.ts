import type { StoredObject } from '../../api/index.ts';
import { type IndexFunction, ObjectIndex } from './object-index.ts';

/** The number of label-name sets that are indexed. A program uses few; further sets are searched without an index. */
const mostIndexes = 16;

/**
 * Finds objects by labels for repeated queries with different values, such as the pods of each resource. The first query
 * for a set of label names builds the index that serves the following ones.
 */
export class LabelIndex {
  readonly #all: (namespace?: string) => Iterable<StoredObject>;
  readonly #indexes = new Map<string, ObjectIndex>();

  /** @param all - returns the objects that are in the store now, of a namespace or of all. */
  constructor(all: (namespace?: string) => Iterable<StoredObject>) {
    this.#all = all;
  }

  /**
   * Returns the objects that carry all of these labels, of a namespace or of all. Costs no more than the result, or a
   * search of the namespace.
   */
  select(labels: Readonly<Record<string, string>>, namespace?: string): Iterable<StoredObject> {
    const names = Object.keys(labels).sort();
    const index = this.#indexFor(names, namespace !== undefined);
    if (index !== undefined) return index.get(joinedLabelValues(labels, names, namespace) ?? '');
    return [...this.#all(namespace)].filter(({ metadata }) =>
      names.every((name) => metadata.labels?.[name] === labels[name]),
    );
  }

  add(object: StoredObject): void {
    for (const index of this.#indexes.values()) index.add(object);
  }

  /** Replaces an earlier version of an object. */
  replace(previous: StoredObject, object: StoredObject): void {
    for (const index of this.#indexes.values()) index.replace(previous, object);
  }

  remove(object: StoredObject): void {
    for (const index of this.#indexes.values()) index.remove(object);
  }

  #indexFor(names: readonly string[], isByNamespace: boolean): ObjectIndex | undefined {
    const id = [isByNamespace, ...names].join();
    const known = this.#indexes.get(id);
    if (known !== undefined || this.#indexes.size === mostIndexes) return known;
    const index = new ObjectIndex(byLabelValues(names, isByNamespace));
    for (const object of this.#all()) index.add(object);
    this.#indexes.set(id, index);
    return index;
  }
}

function byLabelValues(names: readonly string[], isByNamespace: boolean): IndexFunction {
  return ({ metadata: { namespace = '', labels } }) => {
    const value = labels && joinedLabelValues(labels, names, isByNamespace ? namespace : undefined);
    return value === undefined ? [] : [value];
  };
}

/**
 * Returns the namespace and the values of the named labels, joined by commas; undefined if one is missing. None of them
 * can contain a comma.
 */
function joinedLabelValues(
  labels: Readonly<Record<string, string>>,
  names: readonly string[],
  namespace = '',
): string | undefined {
  if (names.some((name) => labels[name] === undefined)) return undefined;
  return [namespace, ...names.map((name) => labels[name])].join();
}
