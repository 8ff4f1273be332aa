import { brandedError } from '../../error/index.ts';
import { formatGroupVersionKind, type GroupVersionKind } from '../kind/group-version-kind.ts';

/**
 * The error if a callback reads a kind that is not cached for it.
 *
 * @example
 * try {
 *   live.list(k8s.KubePod);
 * } catch (error) {
 *   if (UncachedKindError.is(error)) console.error(error.kind); // { group: '', version: 'v1', kind: 'Pod' }
 *   throw error;
 * }
 */
export class UncachedKindError extends brandedError('UncachedKindError') {
  readonly code = 'uncached-kind';
  readonly kind: GroupVersionKind;

  /** @param props - the props in which the kind should be named, and their owner. */
  constructor({ group, version, kind }: GroupVersionKind, props: string) {
    super(`no cache holds ${formatGroupVersionKind({ group, version, kind })}: name it in ${props}`);
    this.kind = { group, version, kind };
  }
}
