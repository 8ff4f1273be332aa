import { PostgreSQLClusterOperator } from '../../../apps/postgresql-cluster/operator.ts';
import { release } from '../../../apps/postgresql-cluster/release.ts';
import { type OperatorSource, scenario, type World } from '../../../lib/testing/index.ts';
import { SimulatedPatroni } from './simulated-patroni.ts';

export const clusters: OperatorSource = ({ app }) =>
  new PostgreSQLClusterOperator(app, 'postgresql-cluster-operator', release);

/** Returns a PostgreSQLCluster, with further fields of its spec. */
export function postgreSQLCluster(spec: object = {}) {
  return {
    apiVersion: 'postgres.example.com/v1',
    kind: 'PostgreSQLCluster',
    metadata: { namespace: 'default', name: 'orders' },
    spec: { version: '15.20', ...spec },
  };
}

/** Returns a settled world with a PostgreSQLCluster, without Patroni. */
export async function clusterWorld(spec: object = {}): Promise<World> {
  return await scenario(clusters).apply(postgreSQLCluster(spec)).settle();
}

/** Returns a settled world with a PostgreSQLCluster whose first pod is the primary. */
export async function runningCluster(
  spec: object = {},
): Promise<{ readonly world: World; readonly patroni: SimulatedPatroni }> {
  const world = await clusterWorld(spec);
  const patroni = new SimulatedPatroni(world, 'orders');
  await patroni.settle();
  return { world, patroni };
}
