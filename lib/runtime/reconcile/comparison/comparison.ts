// In: the rendered object, the observed object, and the tree of the fields that are ours. Out: the places where they
// differ. Called by `childDifferences`, for one object at a time.

import { type FieldsV1, isJsonObject } from '../../../api/index.ts';
import { ownField } from '../../../schema/index.ts';
import { type FieldShape, shapeOfField, shapeOfItem } from './field-shape.ts';
import { nothingOwned } from './own-fields.ts';
import { OwnedItems } from './owned-items.ts';
import { fieldElement, formatPath } from './path-element.ts';
import { isEmptyMap, isSameValue } from './same-value.ts';

/** One place at which an object isn't as rendered. Holds no values, since some are secrets. */
export interface FieldDifference {
  /** Such as `spec.template.spec.containers[name=web].image`. */
  readonly path: string;
  readonly reason: DifferenceReason;
}

/**
 * The kind of a difference. `absent`: rendered, but not there · `unowned`: there, but not ours · `changed`: ours, with
 * another value or with one that may be another · `reordered`: ours, at another place in its list · `surplus`: ours,
 * but no longer rendered.
 */
export type DifferenceReason = 'absent' | 'unowned' | 'changed' | 'reordered' | 'surplus';

/** A difference with the observed value. */
export interface LiveDifference extends FieldDifference {
  readonly live: unknown;
}

/** Fields by name. */
export type ComparedFields = Readonly<Record<string, unknown>>;

const noFields: ComparedFields = {};

/** A walk through the rendered fields of one object, beside the observed ones and their owners. */
export class Comparison {
  readonly findings: LiveDifference[] = [];
  readonly #path: string[] = [];

  /** Compares the fields of a rendered map that have owners of their own. */
  compareFields(desired: ComparedFields, live: unknown, owned: FieldsV1, shape: FieldShape | undefined): void {
    const liveFields = isJsonObject(live) ? live : noFields;
    let renderedCount = 0;
    for (const name of Object.keys(desired)) {
      const value = desired[name];
      if (value === undefined) continue;
      const element = fieldElement(name);
      const ownedField = owned[element];
      if (ownedField !== undefined) renderedCount += 1;
      this.#path.push(element);
      this.#compareValue(value, ownField(liveFields, name), ownedField, shapeOfField(shape, name));
      this.#path.pop();
    }
    this.#findSurplus(owned, renderedCount, (element) => ownField(desired, element.slice(2)) !== undefined);
  }

  #compareValue(desired: unknown, live: unknown, owned: FieldsV1 | undefined, shape: FieldShape | undefined): void {
    if (Array.isArray(desired)) this.#compareList(desired, live, owned, shape);
    else if (isJsonObject(desired)) this.#compareMap(desired, live, owned, shape);
    else this.#compareSingle(desired, live, owned, shape);
  }

  #compareMap(
    desired: ComparedFields,
    live: unknown,
    owned: FieldsV1 | undefined,
    shape: FieldShape | undefined,
  ): void {
    const isEmpty = isEmptyMap(desired);
    if (owned !== undefined && !isLeaf(owned)) this.compareFields(desired, live, owned, shape);
    else if (shape?.atomic === true) this.#compareSingle(desired, live, owned, shape);
    else if (owned === undefined && isEmpty) this.#addUnowned(live);
    else if (owned !== undefined && shape === undefined) this.#compareUnknownMap(desired, live, owned);
    else if (isJsonObject(live) || (isFreeMap(shape) && !(isEmpty && shape.verbatim))) {
      this.compareFields(desired, live, nothingOwned, shape);
    } else this.#addFinding('absent', live);
  }

  /**
   * Compares a map that is ours as a whole. Either it is atomic, or it was empty when it was applied, and its present
   * content isn't ours: managed fields don't show which.
   */
  #compareUnknownMap(desired: ComparedFields, live: unknown, owned: FieldsV1): void {
    if (isEmptyMap(desired)) this.#compareSingle(desired, live, owned, undefined);
    else this.#addFinding(live === undefined ? 'absent' : 'changed', live);
  }

  #compareList(
    desired: readonly unknown[],
    live: unknown,
    owned: FieldsV1 | undefined,
    shape: FieldShape | undefined,
  ): void {
    const isAssociative = shape?.associative === true;
    if (owned === undefined) {
      // An empty list whose items have owners of their own leaves no trace in managed fields.
      const isTraceless = desired.length === 0 && isAssociative;
      if (!isTraceless || (shape.verbatim === true && live === undefined)) this.#addUnowned(live);
    } else if (!isLeaf(owned)) {
      this.#compareItems(desired, Array.isArray(live) ? live : [], owned, shapeOfItem(shape));
    } else if (isAssociative) {
      this.#addFinding(desired.length > 0 ? 'unowned' : 'surplus', live);
    } else {
      this.#compareSingle(desired, live, owned, shape);
    }
  }

  /** Compares a value that has one owner. */
  #compareSingle(desired: unknown, live: unknown, owned: FieldsV1 | undefined, shape: FieldShape | undefined): void {
    if (owned === undefined) this.#addUnowned(live);
    else if (!isLeaf(owned) || !(isSameValue(desired, live, shape) || isDroppedScalar(desired, live, shape))) {
      this.#addFinding(live === undefined ? 'absent' : 'changed', live);
    }
  }

  /** Compares the items of a list that have owners of their own. Items of other managers may lie between ours. */
  #compareItems(
    desired: readonly unknown[],
    live: readonly unknown[],
    owned: FieldsV1,
    shape: FieldShape | undefined,
  ): void {
    const items = new OwnedItems(owned, live, shape);
    const rendered = new Set<string>();
    let renderedCount = 0;
    let next = 0;
    for (const item of desired) {
      const identity = items.identity(item);
      const ownedItem = owned[identity.element];
      rendered.add(identity.element);
      this.#path.push(identity.element);
      if (ownedItem === undefined) {
        this.#addUnowned(live[items.position(identity, 0)]);
      } else {
        renderedCount += 1;
        const position = items.position(identity, next);
        if (position < 0) this.#addFinding(items.position(identity, 0) < 0 ? 'absent' : 'reordered', live);
        else this.#compareItem(item, live[position], ownedItem, shape);
        next = position + 1;
      }
      this.#path.pop();
    }
    this.#findSurplus(owned, renderedCount, (element) => rendered.has(element));
    if (live.length > renderedCount) this.#findDuplicates(live, owned, items);
  }

  #compareItem(desired: unknown, live: unknown, owned: FieldsV1, shape: FieldShape | undefined): void {
    if (!isJsonObject(desired) || isLeaf(owned)) {
      this.#compareSingle(desired, live, owned, shape);
      return;
    }
    // The item has an owner beside those of its fields: the manager that put it into the list.
    if (!('.' in owned)) this.#addFinding('unowned', live);
    this.compareFields(desired, live, owned, shape);
  }

  /** Finds items with the keys of ours that another manager has added: an apply leaves one of the two. */
  #findDuplicates(live: readonly unknown[], owned: FieldsV1, items: OwnedItems): void {
    const count = live.filter((item) => owned[items.identity(item).element] !== undefined).length;
    if (count > sizeOf(owned)) this.#addFinding('changed', live);
  }

  #findSurplus(owned: FieldsV1, renderedCount: number, isRendered: (element: string) => boolean): void {
    if (sizeOf(owned) === renderedCount) return;
    for (const element in owned) {
      if (element === '.' || isRendered(element)) continue;
      this.#path.push(element);
      this.#addFinding('surplus', undefined);
      this.#path.pop();
    }
  }

  #addUnowned(live: unknown): void {
    this.#addFinding(live === undefined ? 'absent' : 'unowned', live);
  }

  #addFinding(reason: DifferenceReason, live: unknown): void {
    this.findings.push({ path: formatPath(this.#path), reason, live });
  }
}

/**
 * Returns true if `desired` is missing because the server stores nothing for it. A field that another actor removes
 * isn't ours any more, so a field that is ours and missing was never stored.
 */
function isDroppedScalar(desired: unknown, live: unknown, shape: FieldShape | undefined): boolean {
  if (live !== undefined) return false;
  if (shape?.verbatim === true) return false;
  return desired === null || (shape !== undefined && (desired === '' || desired === 0 || desired === false));
}

/** Returns true if a map has free keys. */
function isFreeMap(shape: FieldShape | undefined): shape is FieldShape {
  return shape?.each !== undefined;
}

/** The number of places below the owned one that have owners of their own. */
function sizeOf(owned: FieldsV1): number {
  let size = 0;
  for (const element in owned) if (element !== '.') size += 1;
  return size;
}

/** Returns true if the owned place is one value: nothing below it has an owner of its own. */
function isLeaf(owned: FieldsV1): boolean {
  for (const element in owned) if (element !== '.') return false;
  return true;
}
