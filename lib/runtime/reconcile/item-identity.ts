import { type FieldsV1, isJsonObject } from '../../api/index.ts';
import type { FieldShape } from './field-shape.ts';
import { keyElement, keyNames, valueElement } from './path-element.ts';

/** What tells the items of one associative list apart: some of their fields, or, in a set, their value. */
export class ItemIdentity {
  readonly #keys: readonly string[] | undefined;
  readonly #shape: FieldShape | undefined;

  /**
   * @param owned - the list in managed fields, which names the fields.
   * @param shape - of an item: says what the server fills in for a field that is left out.
   */
  constructor(owned: FieldsV1, shape: FieldShape | undefined) {
    this.#keys = keysOf(owned);
    this.#shape = shape;
  }

  /** The item's path element in managed fields. */
  element(item: unknown): string {
    if (this.#keys === undefined) return valueElement(item);
    const fields: [string, unknown][] = [];
    for (const name of this.#keys) {
      const value = this.#keyValue(item, name);
      if (value !== undefined) fields.push([name, value]);
    }
    return keyElement(fields);
  }

  /** The position of the item's counterpart in a list, from `start` on; negative if it has none. */
  position(item: unknown, list: readonly unknown[], start: number): number {
    for (let position = start; position < list.length; position += 1) {
      if (this.#isSame(item, list[position])) return position;
    }
    return -1;
  }

  #isSame(one: unknown, other: unknown): boolean {
    if (this.#keys === undefined) return one === other;
    return this.#keys.every((name) => this.#keyValue(one, name) === this.#keyValue(other, name));
  }

  #keyValue(item: unknown, name: string): unknown {
    const value = isJsonObject(item) ? item[name] : undefined;
    return value ?? this.#shape?.fields?.[name]?.default;
  }
}

/** All items of a list have the same keys, since a key is either required or filled in. */
function keysOf(owned: FieldsV1): readonly string[] | undefined {
  for (const element in owned) {
    const names = keyNames(element);
    if (names !== undefined) return names;
  }
  return undefined;
}
