import type { FieldsV1, ManagedFieldsEntry } from '../../api/index.ts';
import type { Transform } from './transform.ts';

/**
 * The maximum number of cached trees, and of characters in all their texts. An operator renders few shapes. One that
 * generates names, or copies a tenant's names, must not fill memory.
 */
const [mostTrees, mostCharacters] = [1_000, 2 ** 20];

/** The maximum number of fields and characters of a shared tree: a larger one contains names that a tenant chose. */
const [mostFields, longestText] = [2_000, 2 ** 15];

/**
 * Returns a transform by which objects share equal parts of their managed fields. Children of one kind have equal shapes,
 * and managed fields are about half of each object. Only the parts that name the owner differ.
 */
export function sharedFieldsTransform(): Transform {
  const known = new Map<string, FieldsV1>();
  let characters = 0;

  function shared(tree: FieldsV1): FieldsV1 {
    const text = shortText(tree);
    const first = text === undefined ? tree : known.get(text);
    if (text === undefined || first !== undefined) return first ?? tree;
    if (known.size === mostTrees || characters + text.length > mostCharacters) {
      known.clear();
      characters = 0;
    }
    known.set(text, tree);
    characters += text.length;
    return tree;
  }

  function sharedBelow(tree: FieldsV1, own: string): FieldsV1 {
    return Object.fromEntries(
      Object.entries(tree).map(([name, below]) => [name, name === own ? below : shared(below)]),
    );
  }

  function entry(given: ManagedFieldsEntry): ManagedFieldsEntry {
    const { fieldsV1 } = given;
    if (fieldsV1 === undefined) return given;
    const metadata = fieldsV1['f:metadata'];
    const parts = sharedBelow(fieldsV1, 'f:metadata');
    if (metadata === undefined) return { ...given, fieldsV1: parts };
    return { ...given, fieldsV1: { ...parts, 'f:metadata': sharedBelow(metadata, 'f:ownerReferences') } };
  }

  return (object) => {
    const { managedFields } = object.metadata;
    if (managedFields === undefined) return object;
    return { ...object, metadata: { ...object.metadata, managedFields: managedFields.map(entry) } };
  };
}

/** Returns a tree as text; undefined if it is too large to be shared, and perhaps too deep for `JSON.stringify`. */
function shortText(tree: FieldsV1): string | undefined {
  const open = [tree];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name in next) {
      count += 1;
      if (count > mostFields) return undefined;
      open.push(next[name] ?? {});
    }
  }
  const text = JSON.stringify(tree);
  return text.length > longestText ? undefined : text;
}
