import type { OpenApiSchema } from '../../schema/structural/index.ts';

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
  /** The anchor of the section. */
  readonly anchor: string;
  /** True if the section is for this field itself. */
  readonly isOwn: boolean;
  /** True if the section also has the description of the field. */
  readonly hasDescription: boolean;
}
