// In: the desired fields of an object, its stored fields, and the tree of those that are ours. Out: the whole that is
// to be stored, and the places where it differs from the stored one. Called before every write of a status; an
// unchanged status costs no call.

import { type FieldsV1, isJsonObject } from '../../../api/index.ts';
import { ownField } from '../../../schema/index.ts';
import type { ComparedFields, LiveDifference } from './comparison.ts';
import { type FieldShape, shapeOfField, shapeOfItem } from './field-shape.ts';
import { nothingOwned } from './own-fields.ts';
import { fieldElement, formatPath, keyElement, valueElement } from './path-element.ts';
import { isFilledIn, isSameValue } from './same-value.ts';

/** The result that a write of fields is to have. */
export interface RevisedFields {
  /** The fields to store. A value that doesn't change is the same object as the stored one. */
  readonly whole: ComparedFields;
  /**
   * The places where the whole differs from the stored fields; empty if a write would change nothing. The owner of a
   * value makes no difference.
   */
  readonly findings: readonly LiveDifference[];
}

/**
 * Returns the stored fields with the desired ones merged in, and without ours that are no longer desired.
 *
 * Values of other managers beside them stay: fields of maps, and items of associative lists, whose order makes no
 * difference. An item of ours is removed with all its fields, and so is a value without a known shape.
 *
 * @param shape - as a schema gives it, with the keys of associative lists.
 */
export function revisedFields(
  desired: ComparedFields,
  stored: ComparedFields,
  owned: FieldsV1,
  shape: FieldShape,
): RevisedFields {
  const walk = new RevisionWalk();
  return { whole: walk.reviseFields(desired, stored, owned, shape), findings: walk.findings };
}

const nothingDesired: ComparedFields = {};

/** A walk through the desired and the stored fields, side by side. */
class RevisionWalk {
  readonly findings: LiveDifference[] = [];
  readonly #path: string[] = [];

  reviseFields(desired: ComparedFields, stored: ComparedFields, owned: FieldsV1, shape: FieldShape): ComparedFields {
    const whole: [string, unknown][] = [];
    for (const name of Object.keys({ ...stored, ...desired })) {
      const element = fieldElement(name);
      this.#path.push(element);
      const below = shapeOfField(shape, name);
      const value = this.#reviseValue(ownField(desired, name), ownField(stored, name), owned[element], below);
      this.#path.pop();
      if (value !== undefined) whole.push([name, value]);
    }
    return Object.fromEntries(whole);
  }

  #reviseValue(desired: unknown, stored: unknown, owned: FieldsV1 | undefined, shape: FieldShape | undefined): unknown {
    if (desired === undefined) return this.#reviseUndesired(stored, owned, shape);
    if (isSameValue(desired, stored, shape)) return stored;
    if (isJsonObject(desired) && isJsonObject(stored) && sharesFields(shape)) {
      return this.#unlessSame(stored, () => this.reviseFields(desired, stored, owned ?? nothingOwned, shape));
    }
    if (isArray(desired) && isArray(stored) && sharesItems(shape)) {
      return this.#unlessSame(stored, () => this.#reviseItems(desired, stored, owned ?? nothingOwned, shape));
    }
    this.#addFinding(stored === undefined ? 'absent' : 'changed', stored);
    return desired;
  }

  /**
   * Returns the rest of a value that isn't desired: fields that aren't ours, and defaults that the server would set
   * again.
   */
  #reviseUndesired(stored: unknown, owned: FieldsV1 | undefined, shape: FieldShape | undefined): unknown {
    if (owned === undefined || isFilledIn(stored, shape)) return stored;
    const rest = this.#withoutOwned(stored, owned, shape);
    if (rest !== undefined && Object.keys(rest).length > 0) return rest;
    this.#addFinding('surplus', stored);
    return undefined;
  }

  #withoutOwned(stored: unknown, owned: FieldsV1, shape: FieldShape | undefined): object | undefined {
    if (isJsonObject(stored) && sharesFields(shape)) {
      return this.#unlessSame(stored, () => this.reviseFields(nothingDesired, stored, owned, shape));
    }
    if (!isArray(stored) || !sharesItems(shape)) return undefined;
    return this.#unlessSame(stored, () => this.#reviseItems([], stored, owned, shape));
  }

  /** Returns our items as desired, followed by those of other managers. */
  #reviseItems(
    desired: readonly unknown[],
    stored: readonly unknown[],
    owned: FieldsV1,
    shape: FieldShape,
  ): readonly unknown[] {
    const others = new Map(stored.map((item) => [itemElement(item, shape), item]));
    const whole: unknown[] = [];
    for (const item of desired) {
      const element = itemElement(item, shape);
      this.#path.push(element);
      whole.push(this.#reviseValue(item, others.get(element), owned[element], shapeOfItem(shape)));
      this.#path.pop();
      others.delete(element);
    }
    for (const [element, item] of others) {
      this.#path.push(element);
      if (isOwnItem(owned[element])) this.#addFinding('surplus', item);
      else whole.push(item);
      this.#path.pop();
    }
    return whole;
  }

  #unlessSame<Value extends object>(stored: Value, walk: () => Value): Value {
    const { length } = this.findings;
    const whole = walk();
    return this.findings.length === length ? stored : whole;
  }

  #addFinding(reason: LiveDifference['reason'], live: unknown): void {
    this.findings.push({ path: formatPath(this.#path), reason, live });
  }
}

/** Returns true if `value` is an array, as `Array.isArray`, but of items of unknown type. */
function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns true if the fields of a map have owners of their own. */
function sharesFields(shape: FieldShape | undefined): shape is FieldShape {
  return shape !== undefined && shape.atomic !== true;
}

/** Returns true if the items of a list have owners of their own. */
function sharesItems(shape: FieldShape | undefined): shape is FieldShape {
  return shape?.associative === true;
}

/** The element that identifies an item of an associative list in managed fields. */
function itemElement(item: unknown, list: FieldShape): string {
  const { keys } = list;
  if (keys === undefined || !isJsonObject(item)) return valueElement(item);
  return keyElement(
    keys,
    keys.map((key) => ownField(item, key) ?? shapeOfField(shapeOfItem(list), key)?.default),
  );
}

/** Returns true if we have put an item into its list, and not only changed a field of another manager's item. */
function isOwnItem(owned: FieldsV1 | undefined): boolean {
  return owned !== undefined && ('.' in owned || Object.keys(owned).length === 0);
}
