import { brandedError } from '../../error/index.ts';
import { formatGroupVersionKind } from '../kind/group-version-kind.ts';
import type { Index } from '../kind/kind-index.ts';
import { resolveFollowedKind } from '../kind/kind-view.ts';

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
      `no cache has this index of ${formatGroupVersionKind(resolveFollowedKind(of))}: name it in \`indexes\` of the ${owner}`,
    );
  }
}
