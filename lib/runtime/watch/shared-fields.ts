import type { FieldsV1, ManagedFieldsEntry } from '../../api/index.ts';
import type { Transform } from './transform.ts';

/** How many trees are remembered. An operator renders few shapes; one that makes up names as it goes must not fill memory with them. */
const mostTrees = 1_000;

/**
 * Lets objects share what their records of set fields have in common. Children of one kind are rendered alike, and that
 * record is about half of each. Only what names the owner differs from one to the next.
 */
export function shareFields(): Transform {
  const known = new Map<string, FieldsV1>();

  function shared(tree: FieldsV1): FieldsV1 {
    const text = JSON.stringify(tree);
    const first = known.get(text);
    if (first !== undefined) return first;
    if (known.size === mostTrees) known.clear();
    known.set(text, tree);
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
