// In: what is said of an object, what is stored of it, and which fields of that are ours. Out: the whole as it is to be
// stored, and where it is otherwise now. Called before every write of a status; one that is as said costs no call.

import { type FieldsV1, isJsonObject } from '../../../api/index.ts';
import { ownField } from '../../../schema/index.ts';
import type { ComparedFields, LiveDifference } from './comparison.ts';
import { type FieldShape, shapeOfField, shapeOfItem } from './field-shape.ts';
import { nothingOwned } from './own-entry.ts';
import { fieldElement, formatPath, keyElement, valueElement } from './path-element.ts';
import { isFilledIn, isSameValue } from './same-value.ts';

/** What a write is to make of fields. */
export interface Revision {
  /** A value in it that is to stay is the stored one itself. */
  readonly whole: ComparedFields;
  /** Where the whole is not what is stored; empty if a write would change nothing. Whose a value is makes no difference. */
  readonly findings: readonly LiveDifference[];
}

/**
 * What is stored, with what is said put in, and without what is ours and isn't said any more.
 *
 * What others have put beside it stays: fields of maps, and items of associative lists, whose order makes no difference.
 * An item of ours goes with all that is in it, and so does a value that the shape knows nothing of.
 *
 * @param shape - as a schema gives it, with the keys of associative lists.
 */
export function revision(said: ComparedFields, stored: ComparedFields, owned: FieldsV1, shape: FieldShape): Revision {
  const walk = new Walk();
  return { whole: walk.fields(said, stored, owned, shape), findings: walk.findings };
}

const nothingSaid: ComparedFields = {};

/** A walk through what is said and what is stored, side by side. */
class Walk {
  readonly findings: LiveDifference[] = [];
  readonly #path: string[] = [];

  fields(said: ComparedFields, stored: ComparedFields, owned: FieldsV1, shape: FieldShape): ComparedFields {
    const whole: [string, unknown][] = [];
    for (const name of Object.keys({ ...stored, ...said })) {
      const element = fieldElement(name);
      this.#path.push(element);
      const below = shapeOfField(shape, name);
      const value = this.#value(ownField(said, name), ownField(stored, name), owned[element], below);
      this.#path.pop();
      if (value !== undefined) whole.push([name, value]);
    }
    return Object.fromEntries(whole);
  }

  #value(said: unknown, stored: unknown, owned: FieldsV1 | undefined, shape: FieldShape | undefined): unknown {
    if (said === undefined) return this.#unsaid(stored, owned, shape);
    if (isSameValue(said, stored, shape)) return stored;
    if (isJsonObject(said) && isJsonObject(stored) && sharesFields(shape)) {
      return this.#unlessSame(stored, () => this.fields(said, stored, owned ?? nothingOwned, shape));
    }
    if (isArray(said) && isArray(stored) && sharesItems(shape)) {
      return this.#unlessSame(stored, () => this.#items(said, stored, owned ?? nothingOwned, shape));
    }
    this.#found(stored === undefined ? 'absent' : 'changed', stored);
    return said;
  }

  /** What stays of a value that isn't said: what isn't ours, and what the server would only fill in again. */
  #unsaid(stored: unknown, owned: FieldsV1 | undefined, shape: FieldShape | undefined): unknown {
    if (owned === undefined || isFilledIn(stored, shape)) return stored;
    const rest = this.#unowned(stored, owned, shape);
    if (rest !== undefined && Object.keys(rest).length > 0) return rest;
    this.#found('surplus', stored);
    return undefined;
  }

  #unowned(stored: unknown, owned: FieldsV1, shape: FieldShape | undefined): object | undefined {
    if (isJsonObject(stored) && sharesFields(shape)) {
      return this.#unlessSame(stored, () => this.fields(nothingSaid, stored, owned, shape));
    }
    if (!isArray(stored) || !sharesItems(shape)) return undefined;
    return this.#unlessSame(stored, () => this.#items([], stored, owned, shape));
  }

  /** Our items as they are said, and those of others after them. */
  #items(said: readonly unknown[], stored: readonly unknown[], owned: FieldsV1, shape: FieldShape): readonly unknown[] {
    const others = new Map(stored.map((item) => [itemElement(item, shape), item]));
    const whole: unknown[] = [];
    for (const item of said) {
      const element = itemElement(item, shape);
      this.#path.push(element);
      whole.push(this.#value(item, others.get(element), owned[element], shapeOfItem(shape)));
      this.#path.pop();
      others.delete(element);
    }
    for (const [element, item] of others) {
      this.#path.push(element);
      if (isOwnItem(owned[element])) this.#found('surplus', item);
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

  #found(reason: LiveDifference['reason'], live: unknown): void {
    this.findings.push({ path: formatPath(this.#path), reason, live });
  }
}

/** As `Array.isArray`, of which the items are not known. */
function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether the fields of a map have owners of their own. */
function sharesFields(shape: FieldShape | undefined): shape is FieldShape {
  return shape !== undefined && shape.atomic !== true;
}

/** Whether the items of a list have owners of their own. */
function sharesItems(shape: FieldShape | undefined): shape is FieldShape {
  return shape?.associative === true;
}

/** What tells an item of an associative list from the others, as managed fields have it. */
function itemElement(item: unknown, list: FieldShape): string {
  const { keys } = list;
  if (keys === undefined || !isJsonObject(item)) return valueElement(item);
  return keyElement(
    keys,
    keys.map((key) => ownField(item, key) ?? shapeOfField(shapeOfItem(list), key)?.default),
  );
}

/** Whether we have put an item into its list, and not only changed a field of somebody else's. */
function isOwnItem(owned: FieldsV1 | undefined): boolean {
  return owned !== undefined && ('.' in owned || Object.keys(owned).length === 0);
}
