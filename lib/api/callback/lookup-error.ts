import { brandedError } from '../../error/index.ts';
import { formatGroupVersionKind, type GroupVersionKind } from '../kind/group-version-kind.ts';
import type { Index } from '../kind/kind-index.ts';
import { resolveViewedKind } from '../kind/kind-view.ts';
import type { ListState } from './list-state.ts';

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

/**
 * The error if a callback reads an index that its controller or webhook doesn't declare.
 *
 * @example
 * const byNode = index(k8s.KubePod, (pod) => pod.spec?.nodeName);
 * try {
 *   live.indexed(byNode, 'node-1');
 * } catch (error) {
 *   if (UnknownIndexError.is(error)) console.error(error.message); // no cache has this index of Pod.v1: name it in …
 * }
 */
export class UnknownIndexError extends brandedError('UnknownIndexError') {
  readonly code = 'unknown-index';

  constructor({ of }: Index, owner: 'controller' | 'webhook') {
    super(
      `no cache has this index of ${formatGroupVersionKind(resolveViewedKind(of))}: name it in \`indexes\` of the ${owner}`,
    );
  }
}

/**
 * The error if a callback reads a kind whose objects are not known at present: an empty list would look as if there
 * were none. A reconcile reports it in the conditions, and leaves the author's part of the status as it is. A webhook
 * doesn't answer, so that its failure policy decides.
 *
 * @example
 * try {
 *   live.list(k8s.KubePod);
 * } catch (error) {
 *   if (UnseenKindError.is(error)) console.error(error.listState); // 'forbidden'
 *   throw error;
 * }
 */
export class UnseenKindError extends brandedError('UnseenKindError') {
  readonly code = 'unseen-kind';
  readonly kind: GroupVersionKind;
  readonly listState: Exclude<ListState, 'listed'>;

  constructor(
    { group, version, kind }: GroupVersionKind,
    {
      listState,
      owner,
    }: { readonly listState: Exclude<ListState, 'listed'>; readonly owner: 'controller' | 'webhook' },
  ) {
    const title = formatGroupVersionKind({ group, version, kind });
    const choice =
      listState === 'not-served' && owner === 'controller' ? ", or set whenNotServed: 'skip' to see none" : '';
    super(`the objects of ${title} are not known: ${explanations[listState]}${choice}`);
    this.kind = { group, version, kind };
    this.listState = listState;
  }
}

const explanations: Readonly<Record<UnseenKindError['listState'], string>> = {
  'not-served': "the API server doesn't serve the kind; install its CustomResourceDefinition",
  'not-listed': "the API server has not listed them since the operator's start; the operator's log has the reason",
  forbidden: 'this account may not list and watch the kind; allow it in a role that is bound to this account',
  'over-limit':
    "the objects of a namespace don't fit into the operator's cache; delete or shrink some, or raise the memory limit of the operator",
};
