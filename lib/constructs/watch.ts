import type { KindReference, ObjectKey, Observed } from '../api/index.ts';

/** A kind that a controller follows without owning its objects. */
export interface Watch<Reference extends KindReference = KindReference> {
  readonly kind: Reference;
  /** The resources that an object concerns. Pure; called for every change with the object before and after it. */
  readonly map: (object: Observed<Reference>) => readonly ObjectKey[];
}
