import type { Credentials } from '../../client/index.ts';
import type { Operator } from '../../constructs/index.ts';

/**
 * The namespace of an operator's Leases: in a pod, the pod's own, for whoever installs a bundle chooses the namespace and
 * gives rights in no other; elsewhere that of the definition, so that a process on somebody's machine competes with the pods.
 */
export function leaseNamespace(
  operator: Pick<Operator, 'namespace'>,
  { podNamespace }: Pick<Credentials, 'podNamespace'>,
): string {
  return podNamespace ?? operator.namespace;
}
