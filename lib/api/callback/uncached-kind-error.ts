import { formatGroupVersionKind, type GroupVersionKind } from '../kind/group-version-kind.ts';

/** A callback asked for a kind that no cache holds for it. */
export class UncachedKindError extends Error {
  override readonly name = 'UncachedKindError';
  readonly code = 'uncached-kind';
  readonly kind: GroupVersionKind;

  /** @param props - those that would have named the kind, and whose they are. */
  constructor({ group, version, kind }: GroupVersionKind, props: string) {
    super(`no cache holds ${formatGroupVersionKind({ group, version, kind })}: name it in ${props}`);
    this.kind = { group, version, kind };
  }
}
