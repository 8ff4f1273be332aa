// In: changes of a collection. Out: the objects that an object controls, and those that a selector selects. Read by controllers.

import type { JsonObject } from '../../../../api/index.ts';
import { controllerReferenceOf, type LabelSelection, labelsOf, metadataText } from '../../../../built-in/index.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';
import { ValueIndex } from '../../store/value-index.ts';

/** The objects of a collection, by controller and by label. */
export class OwnedIndex {
  readonly #byController: ValueIndex;
  readonly #byLabel: ValueIndex;

  constructor(store: ObjectStorage, collection: string) {
    this.#byController = new ValueIndex(store, collection, (object) => {
      const controller = controllerReferenceOf(object);
      return controller === undefined ? [] : [controller.uid];
    });
    this.#byLabel = new ValueIndex(store, collection, (object) =>
      labelPlaces(metadataText(object, 'namespace'), labelsOf(object)),
    );
  }

  /** Returns the objects that an object controls, in the order of their names. */
  controlledBy(uid: string): readonly JsonObject[] {
    return this.#byController.at(uid);
  }

  /** Returns the selected objects of a namespace, in the order of their names. */
  selected(namespace: string, { labels, matches }: LabelSelection): readonly JsonObject[] {
    const places = labelPlaces(namespace, labels);
    const rarest = places.reduce((one, other) => (this.#byLabel.count(other) < this.#byLabel.count(one) ? other : one));
    return this.#byLabel.at(rarest).filter((object) => matches(labelsOf(object)));
  }
}

/** Returns the places in an index by label: the namespace, and each of the labels in it. */
export function labelPlaces(namespace: string, labels: Readonly<Record<string, string>>): readonly string[] {
  return [`${namespace}/`, ...Object.entries(labels).map((label) => `${namespace}/${label.join('=')}`)];
}
