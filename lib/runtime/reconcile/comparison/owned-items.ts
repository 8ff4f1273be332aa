import { type FieldsV1, isJsonObject } from '../../../api/index.ts';
import { ownField } from '../../../schema/index.ts';
import { type FieldShape, shapeOfField } from './field-shape.ts';
import { fieldElement, keyElement, keyFields, valueElement } from './path-element.ts';

/** The identity of an item in an associative list. */
export interface ItemIdentity {
  /** Its path element in managed fields. */
  readonly element: string;
  /** The values of the list's keys; of a set's item its own value. */
  readonly values: readonly unknown[];
}

/** An associative list as managed fields show it: the key of an item is some of its fields or, in a set, its value. */
export class OwnedItems {
  readonly #owned: FieldsV1;
  readonly #keys: readonly string[] | undefined;
  readonly #shape: FieldShape | undefined;
  /** The values of an item → the positions of such items in the live list, in order. */
  readonly #positions: ReadonlyMap<string, readonly number[]>;
  /** The keys that items leave out → the values of the other keys → the owned element. */
  readonly #completions = new Map<string, ReadonlyMap<string, string>>();

  /** @param shape - of an item */
  constructor(owned: FieldsV1, live: readonly unknown[], shape: FieldShape | undefined) {
    this.#owned = owned;
    this.#keys = itemKeysOf(owned);
    this.#shape = shape;
    this.#positions = Map.groupBy(live.keys(), (position) => keyValuesText(this.#keyValues(live[position])));
  }

  /** The identity of an item. If it leaves out a key whose value can't be found, the element isn't owned. */
  identity(item: unknown): ItemIdentity {
    const values = this.#keyValues(item);
    if (this.#keys === undefined) return { element: valueElement(item), values };
    return values.includes(undefined)
      ? this.#completedIdentity(this.#keys, values)
      : { element: keyElement(this.#keys, values), values };
  }

  /** The position of an item in the live list, from `start` on; negative if it isn't there. */
  position({ values }: ItemIdentity, start: number): number {
    // An object or a list is never the key of an item, nor an item with its own owner in a set.
    if (values.some((value) => typeof value === 'object')) return -1;
    return firstPositionFrom(this.#positions.get(keyValuesText(values)) ?? [], start);
  }

  #keyValues(item: unknown): readonly unknown[] {
    return this.#keys === undefined ? [item] : this.#keys.map((key) => this.#keyValue(item, key));
  }

  #keyValue(item: unknown, key: string): unknown {
    const value = isJsonObject(item) ? ownField(item, key) : undefined;
    return value ?? shapeOfField(this.#shape, key)?.default;
  }

  /**
   * Adds the keys that were left out at the last apply to an identity. The server has set them: they are in the item's
   * element, but not among its owned fields.
   */
  #completedIdentity(keys: readonly string[], values: readonly unknown[]): ItemIdentity {
    const leftOut = keys.filter((_key, index) => values[index] === undefined);
    const given = keys.filter((_key, index) => values[index] !== undefined);
    const completions = this.#completionsOf(leftOut, given);
    const element = completions.get(keyValuesText(values.filter((value) => value !== undefined)));
    if (element === undefined) return { element: keyElement(keys, values), values };
    const fields = keyFields(element);
    return { element, values: keys.map((key) => fields[key]) };
  }

  #completionsOf(leftOut: readonly string[], given: readonly string[]): ReadonlyMap<string, string> {
    const name = JSON.stringify(leftOut);
    const known = this.#completions.get(name);
    if (known !== undefined) return known;
    const completions = new Map<string, string>();
    for (const [element, owned] of Object.entries(this.#owned)) {
      if (element === '.' || leftOut.some((key) => owned[fieldElement(key)] !== undefined)) continue;
      const fields = keyFields(element);
      const text = keyValuesText(given.map((key) => fields[key]));
      if (!completions.has(text)) completions.set(text, element);
    }
    this.#completions.set(name, completions);
    return completions;
  }
}

/** All items of a list have the same keys, since a key is either required or has a default. */
function itemKeysOf(owned: FieldsV1): readonly string[] | undefined {
  for (const element in owned) if (element.startsWith('k:')) return Object.keys(keyFields(element));
  return undefined;
}

/**
 * Returns the same text for the same scalars. Null also stands for a key that is left out, since no key can be null.
 */
function keyValuesText(values: readonly unknown[]): string {
  return JSON.stringify(values);
}

/** The first of ascending numbers that is `start` or more; negative if there is none. */
function firstPositionFrom(numbers: readonly number[], start: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return numbers[low] ?? -1;
}
