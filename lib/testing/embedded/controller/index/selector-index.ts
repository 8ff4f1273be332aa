// In: changes of a collection whose objects select others, such as Services. Out: the keys of those that select an object. Read when
// a pod changes.

import type { JsonObject } from '../../../../api/index.ts';
import {
  type LabelSelection,
  labelSelection,
  labelsOf,
  metadataText,
  objectKeyText,
} from '../../../../built-in/index.ts';
import { fieldAt } from '../../../../schema/index.ts';
import type { ObjectStorage, StoredChange } from '../../store/object-storage.ts';
import { ValueIndex } from '../../store/value-index.ts';
import { labelPlaces } from './owned-index.ts';

/** The objects of a collection by their selectors. Each is found by one label that its selector needs. */
export class SelectorIndex {
  readonly #byLabel: ValueIndex;
  readonly #selection: (object: JsonObject) => LabelSelection;

  /** @param selection - the selector of an object of the collection. @default the label selector of its spec */
  constructor(
    store: ObjectStorage,
    collection: string,
    selection = (object: JsonObject): LabelSelection => labelSelection(fieldAt(object, 'spec.selector')),
  ) {
    this.#selection = selection;
    this.#byLabel = new ValueIndex(store, collection, (object) => {
      const [all = '', one = all] = labelPlaces(metadataText(object, 'namespace'), selection(object).labels);
      return [one];
    });
  }

  /** Returns the keys of all objects that select an object, in their order. */
  selecting(object: JsonObject): readonly string[] {
    const labels = labelsOf(object);
    return labelPlaces(metadataText(object, 'namespace'), labels)
      .flatMap((place) => this.#byLabel.at(place))
      .filter((selecting) => this.#selection(selecting).matches(labels))
      .map(objectKeyText)
      .sort();
  }

  /** Returns the keys of all objects that select a changed object, before or after its change. */
  concerned({ object, previous }: StoredChange): Iterable<string> {
    return new Set([...this.selecting(object), ...(previous === undefined ? [] : this.selecting(previous))]);
  }
}
