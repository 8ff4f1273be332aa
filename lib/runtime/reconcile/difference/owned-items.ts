import { type FieldsV1, isJsonObject } from '../../../api/index.ts';
import { type FieldShape, shapeOfField } from './field-shape.ts';
import { fieldElement, keyElement, keyFields, valueElement } from './path-element.ts';

/** What tells an item of an associative list from the others. */
export interface ItemIdentity {
  /** Its path element in managed fields. */
  readonly element: string;
  /** The values of the list's keys; of a set's item its own value. */
  readonly values: readonly unknown[];
}

/** An associative list as managed fields show it: items have keys, which are some of their fields, or, in a set, a value. */
export class OwnedItems {
  readonly #owned: FieldsV1;
  readonly #keys: readonly string[] | undefined;
  readonly #shape: FieldShape | undefined;

  /** @param shape - of an item */
  constructor(owned: FieldsV1, shape: FieldShape | undefined) {
    this.#owned = owned;
    this.#keys = keysOf(owned);
    this.#shape = shape;
  }

  /** The identity of an item; with an element that isn't owned if it leaves a key out that can't be told. */
  identity(item: unknown): ItemIdentity {
    if (this.#keys === undefined) return { element: valueElement(item), values: [item] };
    const values = this.#keys.map((key) => this.#keyValue(item, key));
    return values.includes(undefined) ? this.#completed(values) : { element: keyElement(this.#keys, values), values };
  }

  /** The position of an item in a list, from `start` on; negative if it isn't there. */
  position({ values }: ItemIdentity, list: readonly unknown[], start: number): number {
    for (let position = start; position < list.length; position += 1) {
      if (this.#is(list[position], values)) return position;
    }
    return -1;
  }

  #is(item: unknown, values: readonly unknown[]): boolean {
    if (this.#keys === undefined) return item === values[0];
    return this.#keys.every((key, index) => this.#keyValue(item, key) === values[index]);
  }

  #keyValue(item: unknown, key: string): unknown {
    const value = isJsonObject(item) ? item[key] : undefined;
    return value ?? shapeOfField(this.#shape, key)?.default;
  }

  /**
   * The identity with the keys that were left out at the last apply, too: the server has filled them in, and they are
   * in the item's element, but not among its owned fields.
   */
  #completed(values: readonly unknown[]): ItemIdentity {
    const keys = this.#keys ?? [];
    for (const [element, owned] of Object.entries(this.#owned)) {
      if (element === '.') continue;
      const fields = keyFields(element);
      const agrees = keys.every((key, index) =>
        values[index] === undefined ? owned[fieldElement(key)] === undefined : fields[key] === values[index],
      );
      if (agrees) return { element, values: keys.map((key) => fields[key]) };
    }
    return { element: keyElement(keys, values), values };
  }
}

/** All items of a list have the same keys, since a key is either required or filled in. */
function keysOf(owned: FieldsV1): readonly string[] | undefined {
  for (const element in owned) if (element.startsWith('k:')) return Object.keys(keyFields(element));
  return undefined;
}
