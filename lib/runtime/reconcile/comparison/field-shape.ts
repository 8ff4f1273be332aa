import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { ownField } from '../../../schema/index.ts';

/**
 * The facts about one place in a kind's schema that the API server knows and its JSON doesn't show.
 *
 * In a kind with a shape, a place that isn't mentioned is plain: a map of named fields that have owners of their own, a
 * list that is one value, a scalar that is stored as written. Nothing is known of a place without a shape.
 */
export interface FieldShape {
  /** The map is one value with one owner. */
  readonly atomic?: true;
  /** The list's items have owners of their own. Some of their fields identify them or, in a set, their value. */
  readonly associative?: true;
  /** Of an associative list, if a schema names them: the fields that identify its items. A set has none. */
  readonly keys?: readonly string[];
  /** The text is a quantity, stored in its canonical form. */
  readonly quantity?: true;
  /** The value that the server sets if the field is left out. */
  readonly default?: JsonValue;
  /** The items that admission may append to a list of one owner: each has these fields, and perhaps further ones. */
  readonly appended?: readonly JsonObject[];
  /** Values are stored as written, also empty ones and 0, as in custom resources. */
  readonly verbatim?: true;
  /** Nothing is known of the fields that aren't mentioned. */
  readonly partial?: true;
  readonly fields?: FieldShapes;
  /** The items of a list, or the values of a map with free keys, which isn't stored while it is empty. */
  readonly each?: FieldShape;
}

/** Field name → shape. */
export type FieldShapes = Readonly<Record<string, FieldShape>>;

/** A map from free keys to plain values. */
const freeMap: FieldShape = { each: {} };

/** The metadata of an object, or of a template. */
export const objectMeta: FieldShape = {
  fields: {
    annotations: freeMap,
    finalizers: { associative: true },
    labels: freeMap,
    ownerReferences: { associative: true, each: { atomic: true } },
  },
};

/** The shape of a field; undefined if nothing is known of its map. */
export function shapeOfField(shape: FieldShape | undefined, name: string): FieldShape | undefined {
  if (shape === undefined) return undefined;
  return ownField(shape.fields ?? noFields, name) ?? shape.each ?? (shape.partial ? undefined : plain);
}

/** The shape of an item; undefined if nothing is known of its list. */
export function shapeOfItem(list: FieldShape | undefined): FieldShape | undefined {
  return list && (list.each ?? plain);
}

const plain: FieldShape = {};
const noFields: FieldShapes = {};
