import type { ForeignSchema } from '../../schema/structural/index.ts';

/** An object whose fields are told. */
export interface ObjectPlace {
  /** The names of the fields that lead to it. */
  readonly steps: readonly string[];
  /** The same for people: `spec.containers[].env[]`. */
  readonly path: string;
  readonly schema: ForeignSchema;
}

/** How the table of an object tells one of its fields that leads to an object. */
export type ObjectShape =
  | { readonly form: 'plain' }
  /** Its fields follow in the same table. */
  | { readonly form: 'inlined' }
  /** There is a section about it, or about one that is the same. */
  | SectionShape;

/** How the table of an object leads to a section. */
export interface SectionShape {
  readonly form: 'section';
  readonly label: string;
  /** The place of the section. */
  readonly anchor: string;
  /** Whether it is about this very field. */
  readonly isOwn: boolean;
  /** Whether it has the description of the field, too. */
  readonly hasDescription: boolean;
}
