import { isJsonObject } from '../../../api/index.ts';
import { canonicalQuantity, ownField } from '../../../schema/index.ts';
import { type FieldShape, shapeOfField, shapeOfItem } from './field-shape.ts';

/**
 * Returns true if applying `desired` over `live` leaves `live` as it is. Both are one value, and we own it.
 *
 * If the shape is known, values that the server drops, sets or rewrites make no difference. If it isn't known, the two
 * have to be deeply equal.
 */
export function isSameValue(desired: unknown, live: unknown, shape: FieldShape | undefined): boolean {
  if (desired === live) return true;
  if (live === undefined || live === null) return isValueDropped(desired, shape);
  if (Array.isArray(desired)) return Array.isArray(live) && isSameList(desired, live, shape);
  if (isJsonObject(desired)) return isJsonObject(live) && isSameMap(desired, live, shape);
  return shape?.quantity === true && isSameQuantity(desired, live);
}

/** Returns true if the server stores nothing for `desired`, which is part of a larger value. */
function isValueDropped(desired: unknown, shape: FieldShape | undefined): boolean {
  if (shape === undefined || shape.verbatim === true) return false;
  if (desired === null) return true;
  if (Array.isArray(desired)) return desired.length === 0;
  // An empty map of named fields may differ in meaning from an absent one, and so may 0 or an empty text.
  return isJsonObject(desired) && shape.each !== undefined && isEmptyMap(desired);
}

/** Returns true if a map has no members: JSON has none that is undefined. */
export function isEmptyMap(map: Readonly<Record<string, unknown>>): boolean {
  for (const name in map) if (map[name] !== undefined) return false;
  return true;
}

function isSameList(desired: readonly unknown[], live: readonly unknown[], shape: FieldShape | undefined): boolean {
  const item = shapeOfItem(shape);
  const isSameSoFar =
    desired.length <= live.length && desired.every((value, index) => isSameValue(value, live[index], item));
  return isSameSoFar && live.slice(desired.length).every((value) => isAppended(value, shape));
}

/** Returns true if admission appends `live` to the desired items. */
function isAppended(live: unknown, shape: FieldShape | undefined): boolean {
  const known = shape?.appended ?? [];
  return known.some((item) =>
    Object.entries(item).every(([name, value]) => isJsonObject(live) && live[name] === value),
  );
}

function isSameMap(
  desired: Readonly<Record<string, unknown>>,
  live: Readonly<Record<string, unknown>>,
  shape: FieldShape | undefined,
): boolean {
  for (const name of Object.keys(desired)) {
    const value = ownField(desired, name);
    if (value !== undefined && !isSameValue(value, ownField(live, name), shapeOfField(shape, name))) return false;
  }
  for (const name of Object.keys(live)) {
    if (ownField(desired, name) === undefined && !isFilledIn(live[name], shapeOfField(shape, name))) return false;
  }
  return true;
}

/** Returns true if the server sets `live` where nothing is desired. */
export function isFilledIn(live: unknown, shape: FieldShape | undefined): boolean {
  if (shape === undefined) return false;
  if (live === null) return shape.verbatim !== true;
  return shape.default !== undefined && isSameValue(shape.default, live, shape);
}

function isSameQuantity(desired: unknown, live: unknown): boolean {
  if (typeof desired !== 'string' && typeof desired !== 'number') return false;
  return canonicalQuantity(String(desired)) === live;
}
