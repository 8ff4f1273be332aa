import fc from 'fast-check';
import { type FieldsV1, isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/api/index.ts';

/** The path of a field, as names. */
export type Leaf = readonly string[];

const name = fc.constantFrom('a', 'b', 'c.d/e');
const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom('', '1', 'é<&>'),
  fc.integer({ min: -1, max: 1 }),
  fc.boolean(),
);

const trees = fc.letrec<{ tree: JsonObject; node: JsonValue }>((tie) => ({
  tree: fc.dictionary(name, tie('node'), { minKeys: 1 }),
  node: fc.oneof({ maxDepth: 3 }, scalar, fc.array(scalar, { maxLength: 2 }), tie('tree')),
}));

/** Trees of maps that aren't empty, with scalars and lists of one owner in them. */
export const tree: fc.Arbitrary<JsonObject> = trees.tree;

/** A tree and one of its leaves. */
export const treeAndLeaf = tree.chain((whole) =>
  fc.record({ whole: fc.constant(whole), leaf: fc.constantFrom(...leavesOf(whole)) }),
);

/** Returns the managed fields of a manager who has applied the tree. */
export function ownership(owned: JsonObject): FieldsV1 {
  const fields = Object.entries(owned).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(fields.map(([key, value]) => [`f:${key}`, isJsonObject(value) ? ownership(value) : {}]));
}

/** Returns the tree with another field in each map. */
export function crowded(whole: JsonObject): JsonObject {
  const fields = Object.entries(whole).map(([key, value]) => [key, isJsonObject(value) ? crowded(value) : value]);
  return { ...Object.fromEntries(fields), foreign: 1 };
}

/** Returns the tree with another value at a leaf, or without the leaf. */
export function changed(whole: JsonObject, [first = '', ...rest]: Leaf, value: JsonValue | undefined): JsonObject {
  const { [first]: inner, ...others } = whole;
  if (rest.length > 0 && isJsonObject(inner)) return { ...others, [first]: changed(inner, rest, value) };
  return value === undefined ? others : { ...others, [first]: value };
}

/** Returns the leaf's path as text. */
export function pathOf(leaf: Leaf): string {
  return leaf.map((key) => (key.includes('.') ? `["${key}"]` : `.${key}`)).join('');
}

function leavesOf(whole: JsonObject): Leaf[] {
  return Object.entries(whole).flatMap(([key, value]) =>
    isJsonObject(value) ? leavesOf(value).map((rest) => [key, ...rest]) : [[key]],
  );
}

function isEmpty(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
