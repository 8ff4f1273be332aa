import type { ControlPlane } from '../lib/testing/index.ts';
import { until } from './until.ts';

/**
 * Resolves when the API server allows a request: its authorizer notices new roles and bindings a moment later.
 *
 * @param user - such as `system:serviceaccount:default:reader`.
 * @param request - a verb, and a resource in the namespace `default` or a path such as `/metrics`.
 */
export async function untilAllowed(
  cluster: Pick<ControlPlane, 'kubectl'>,
  user: string,
  [verb, subject]: readonly [verb: string, subject: string],
): Promise<void> {
  await until(`${user} may ${verb} ${subject}`, async () => {
    return (await cluster.kubectl(['auth', 'can-i', verb, subject, `--as=${user}`])).exitCode === 0;
  });
}
