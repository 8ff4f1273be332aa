import { entrySchema, hasFields, type OpenApiSchema } from '../../schema/structural/index.ts';

/** A documented object. */
export interface ObjectPlace {
  /** The names of the fields that lead to it. */
  readonly steps: readonly string[];
  /** The path as text: `spec.containers[].env[]`. */
  readonly path: string;
  readonly schema: OpenApiSchema;
}

/** The form of a field with an object in its table. */
export type ObjectForm =
  | { readonly form: 'plain' }
  /** Its fields follow in the same table. */
  | { readonly form: 'inlined' }
  /** The object, or an equal one, has a section. */
  | SectionShape;

/** The link from a table to a section. */
export interface SectionShape {
  readonly form: 'section';
  readonly label: string;
  readonly anchor: string;
  /** True if the section is for this field itself. */
  readonly isOwn: boolean;
  /** True if the section also has the description of the field. */
  readonly hasDescription: boolean;
}

interface ReachedValue {
  readonly schema: OpenApiSchema;
  /** The suffix of the field's name: `[]` for an item of a list, `{}` for an entry of a map. */
  readonly suffix: string;
}

/** Returns the innermost value of a field: its own value, unless that is a list or a map. */
export function reachedValue(schema: OpenApiSchema): ReachedValue {
  const entries = hasFields(schema) ? undefined : entrySchema(schema);
  const [inner, step] = schema.items === undefined ? [entries, '{}'] : [schema.items, '[]'];
  if (inner === undefined) return { schema, suffix: '' };
  const further = reachedValue(inner);
  return { schema: further.schema, suffix: `${step}${further.suffix}` };
}
