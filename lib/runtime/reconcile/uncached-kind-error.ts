import { formatGroupVersionKind, type GroupVersionKind } from '../../api/index.ts';

/** A callback asked for a kind that no cache holds for it. */
export class UncachedKindError extends Error {
  override readonly name = 'UncachedKindError';
  readonly code = 'uncached-kind';
  readonly kind: GroupVersionKind;

  /** @param props - those of the controller that would have named the kind. */
  constructor({ group, version, kind }: GroupVersionKind, props: string) {
    super(`no cache holds ${formatGroupVersionKind({ group, version, kind })}: name it in the controller's ${props}`);
    this.kind = { group, version, kind };
  }
}
