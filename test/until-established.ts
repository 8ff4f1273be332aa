import { conditionsOf, findCondition, type StoredObject } from '../lib/api/index.ts';
import type { Cluster, ControlPlane } from '../lib/testing/index.ts';
import { kubectl } from './kubectl.ts';
import { until } from './until.ts';

/**
 * Resolves when the kinds of all definitions are served.
 *
 * That is kubectl's `wait --for=condition=Established`, which fails, though, on a definition so new that its conditions are
 * still null.
 */
export async function untilEstablished(cluster: Cluster | ControlPlane): Promise<void> {
  await until('all definitions are established', async () => {
    const { items } = JSON.parse(await kubectl(cluster, ['get', 'crd', '-o', 'json'])) as { items: StoredObject[] };
    return items.every(({ status }) => findCondition(conditionsOf(status), 'Established')?.status === 'True');
  });
}
