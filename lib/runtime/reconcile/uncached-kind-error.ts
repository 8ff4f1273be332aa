import { formatGroupVersionKind, type Kind } from '../../api/index.ts';

/** A callback asked for a kind that no cache holds for it. */
export class UncachedKindError extends Error {
  override readonly name = 'UncachedKindError';
  readonly code = 'uncached-kind';
  readonly kind: Kind;

  /** @param props - those of the controller that would have named the kind. */
  constructor(kind: Kind, props: string) {
    super(`no cache holds ${formatGroupVersionKind(kind)}: name it in the controller's ${props}`);
    this.kind = kind;
  }
}
