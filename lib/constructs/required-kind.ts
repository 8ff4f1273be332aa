import type { CustomResourceClass, Kind } from '../api/index.ts';

/** A kind that an operator works with and another one of the catalogs brings. */
export interface RequiredKind {
  /** By its class, or, where there is none, by its description. */
  readonly kind: CustomResourceClass | Kind;
  /** What the operator wants of it. */
  readonly description: string;
  /** @default the kind's name */
  readonly displayName?: string;
}
