// In: changes of a collection whose objects select others, such as Services. Out: the keys of those that select an object. Read when
// a pod changes.

import type { JsonObject } from '../../../../api/index.ts';
import { type LabelSelection, labelSelection, labelsOf, metadataText } from '../../../../built-in/index.ts';
import { fieldAt } from '../../../../schema/index.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';

interface Selecting {
  readonly bucket: string;
  readonly selection: LabelSelection;
}

/** The objects of a collection by their selectors. Each is found by one label that its selector needs. */
export class SelectorIndex {
  readonly #buckets = new Map<string, Map<string, LabelSelection>>();
  readonly #known = new Map<string, Selecting>();
  readonly #selection: (object: JsonObject) => LabelSelection;

  /** @param selection - the selector of an object of the collection. @default the label selector of its spec */
  constructor(
    store: ObjectStorage,
    collection: string,
    selection = (object: JsonObject): LabelSelection => labelSelection(fieldAt(object, 'spec.selector')),
  ) {
    this.#selection = selection;
    for (const [key, object] of store.list(collection)) this.#add(key, object);
    store.subscribe(collection, ({ key, object, type }) => {
      this.#remove(key);
      if (type !== 'DELETED') this.#add(key, object);
    });
  }

  /** Returns the keys of all objects that select an object, in their order. */
  selecting(object: JsonObject): readonly string[] {
    const namespace = metadataText(object, 'namespace');
    const labels = labelsOf(object);
    const buckets = [
      `${namespace}/`,
      ...Object.entries(labels).map(([name, value]) => `${namespace}/${name}=${value}`),
    ];
    return buckets
      .flatMap((bucket) => [...(this.#buckets.get(bucket) ?? [])])
      .filter(([, { matches }]) => matches(labels))
      .map(([key]) => key)
      .sort();
  }

  #add(key: string, object: JsonObject): void {
    const selection = this.#selection(object);
    const [label] = Object.entries(selection.labels);
    const bucket = `${metadataText(object, 'namespace')}/${label === undefined ? '' : label.join('=')}`;
    this.#known.set(key, { bucket, selection });
    const known = this.#buckets.get(bucket);
    if (known === undefined) this.#buckets.set(bucket, new Map([[key, selection]]));
    else known.set(key, selection);
  }

  #remove(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.delete(key);
    this.#buckets.get(known.bucket)?.delete(key);
  }
}
