import type { KindReference } from '../../api/index.ts';

/** A kind that an operator works with and another one of the catalogs brings. */
export interface RequiredKind {
  /** By its class, or, where none tells plural and scope, by its description. */
  readonly kind: KindReference;
  /** What the operator wants of it. */
  readonly description: string;
  /** @default the kind's name */
  readonly displayName?: string;
}
