import type { ControlPlane } from '../../lib/testing/index.ts';
import { until } from '../until.ts';

/** Resolves when the API server allows a user to read metrics: its authorizer notices a new binding a moment later. */
export async function untilMetricsReader(cluster: Pick<ControlPlane, 'kubectl'>, user: string): Promise<void> {
  const question = ['auth', 'can-i', 'get', '/metrics', `--as=${user}`];
  await until(`${user} may read metrics`, async () => (await cluster.kubectl(question)).exitCode === 0);
}
