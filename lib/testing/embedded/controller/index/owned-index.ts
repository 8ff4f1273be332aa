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
    this.#byLabel = new ValueIndex(store, collection, (object) => {
      const namespace = metadataText(object, 'namespace');
      return [`${namespace}/`, ...Object.entries(labelsOf(object)).map((label) => `${namespace}/${label.join('=')}`)];
    });
  }

  /** Returns the objects that an object controls, in the order of their names. */
  controlledBy(uid: string): readonly JsonObject[] {
    return this.#byController.at(uid);
  }

  /** Returns the selected objects of a namespace, in the order of their names. */
  selected(namespace: string, { labels, matches }: LabelSelection): readonly JsonObject[] {
    const values = ['', ...Object.entries(labels).map((label) => label.join('='))].map(
      (each) => `${namespace}/${each}`,
    );
    const rarest = values.reduce((one, other) => (this.#byLabel.count(other) < this.#byLabel.count(one) ? other : one));
    return this.#byLabel.at(rarest).filter((object) => matches(labelsOf(object)));
  }
}
