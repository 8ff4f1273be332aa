import type { KindReference } from '../../api/index.ts';

/** A kind that an operator uses and another operator of the catalogs provides. */
export interface RequiredKind {
  /** The class of the kind, or its description if no class has plural and scope. */
  readonly kind: KindReference;
  /** The use that the operator makes of it. */
  readonly description: string;
  /** @default the kind's name */
  readonly displayName?: string;
}
