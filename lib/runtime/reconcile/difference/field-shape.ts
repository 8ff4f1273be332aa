import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { ownField } from '../../../schema/index.ts';

/**
 * What the API server knows of one place in a kind's schema that its JSON doesn't show.
 *
 * Of a kind with a shape, what isn't mentioned is plain: a map of named fields that have owners of their own, a list
 * that is one value, a scalar that is stored as written. Of a place without a shape nothing is known.
 */
export interface FieldShape {
  /** The map is one value with one owner. */
  readonly atomic?: true;
  /** The list's items have owners of their own, told apart by some of their fields or, as a set, by their value. */
  readonly associative?: true;
  /** Of an associative list, where a schema says so: the fields that tell its items apart. A set has none. */
  readonly keys?: readonly string[];
  /** The text is a quantity, stored in its canonical form. */
  readonly quantity?: true;
  /** What the server fills in where the field is left out. */
  readonly default?: JsonValue;
  /** What admission may put behind the items of a list of one owner: each has these fields, and perhaps others. */
  readonly appended?: readonly JsonObject[];
  /** What is written is stored, also what is empty or 0, as in custom resources. */
  readonly verbatim?: true;
  /** Nothing is known of the fields that aren't mentioned. */
  readonly partial?: true;
  readonly fields?: FieldShapes;
  /** The items of a list, or the values of a map with free keys, which isn't stored while it is empty. */
  readonly each?: FieldShape;
}

/** Field name → shape. */
export type FieldShapes = Readonly<Record<string, FieldShape>>;

/** A map that is one value with one owner. */
export const atomicShape: FieldShape = { atomic: true };

/** A list whose items have owners of their own. */
export const associative: FieldShape = { associative: true };

/** A quantity. */
export const quantityShape: FieldShape = { quantity: true };

/** A map whose fields have owners of their own. */
export function mapShape(fields: FieldShapes): FieldShape {
  return { fields };
}

/** A list that is one value, or a map with free keys. */
export function each(item: FieldShape): FieldShape {
  return { each: item };
}

/** A map from free keys to plain values. */
export const freeMap = each({});

/** A field that the server fills in where it is left out. */
export function filled(value: JsonValue): FieldShape {
  return { default: value };
}

/** The shape of a field; undefined where nothing is known of the map that it is in. */
export function shapeOfField(shape: FieldShape | undefined, name: string): FieldShape | undefined {
  if (shape === undefined) return undefined;
  return ownField(shape.fields ?? noFields, name) ?? shape.each ?? (shape.partial ? undefined : plain);
}

/** The shape of an item; undefined where nothing is known of the list that it is in. */
export function shapeOfItem(list: FieldShape | undefined): FieldShape | undefined {
  return list && (list.each ?? plain);
}

const plain: FieldShape = {};
const noFields: FieldShapes = {};
