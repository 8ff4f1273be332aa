// In: an operator and the pod that runs it, if one does. Out: the namespace where its replicas elect a leader.

import type { Credentials } from '../../client/index.ts';
import type { Operator } from '../../constructs/index.ts';

/**
 * Returns the namespace of an operator's Leases. In a pod it is the pod's own, since OLM's installer chooses the
 * namespace and grants rights in no other. Elsewhere it is that of the definition, so that a local process competes
 * with the pods.
 */
export function leaseNamespace(
  operator: Pick<Operator, 'namespace'>,
  { podNamespace }: Pick<Credentials, 'podNamespace'>,
): string {
  return podNamespace ?? operator.namespace;
}
