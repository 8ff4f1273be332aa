import type { Kind } from '../kind/kind.ts';

/**
 * A kind that others have defined, as `operand import` writes it down.
 *
 * @typeParam Content - what there is of an object beside its `apiVersion`, `kind` and `metadata`, as the API server has it.
 */
export interface ImportedDefinition<Content extends object = object> extends Kind {
  /** The schema of whole objects, without descriptions, as JSON text: it is read when the first object is judged. */
  readonly schema: string;
  /** Never there: it tells the type to the compiler. */
  readonly content?: Content;
}

const known = new WeakMap<ImportedDefinition, unknown>();

/** The schema of a kind's whole objects, read once. */
export function importedSchema(definition: ImportedDefinition): unknown {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const schema: unknown = JSON.parse(definition.schema);
  known.set(definition, schema);
  return schema;
}
