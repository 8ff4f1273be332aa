import { conditionsOf, findCondition, type StoredObject } from '../lib/api/index.ts';
import type { ControlPlane } from '../lib/testing/index.ts';
import { kubectl } from './kubectl.ts';
import { until } from './until.ts';

/**
 * Resolves when all CRDs are established. At least one must exist.
 *
 * kubectl's `wait --for=condition=Established` fails for a CRD so new that its conditions are still null.
 */
export async function untilEstablished(cluster: Pick<ControlPlane, 'kubectl'>): Promise<void> {
  await until('all CRDs are established', async () => {
    const { items } = JSON.parse(await kubectl(cluster, ['get', 'crd', '-o', 'json'])) as { items: StoredObject[] };
    if (items.length === 0) throw new Error('no CRD exists that could be established');
    return items.every(({ status }) => findCondition(conditionsOf(status), 'Established')?.status === 'True');
  });
}
