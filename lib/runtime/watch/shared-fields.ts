import type { FieldsV1, ManagedFieldsEntry } from '../../api/index.ts';
import type { Transform } from './transform.ts';

/**
 * How many trees are remembered, and how many characters their texts have together. An operator renders few shapes; one that
 * makes up names as it goes, or copies those that a tenant has made up, must not fill memory with them.
 */
const [mostTrees, mostCharacters] = [1_000, 2 ** 20];

/** The fields and the characters that a shared tree has at most: a larger one has names that a tenant has made up. */
const [mostFields, longestText] = [2_000, 2 ** 15];

/**
 * Lets objects share what their records of set fields have in common. Children of one kind are rendered alike, and that
 * record is about half of each. Only what names the owner differs from one to the next.
 */
export function shareFields(): Transform {
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

/** A tree as text; undefined for one that is too large to be shared, which may also be too deep for `JSON.stringify`. */
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
