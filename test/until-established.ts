import { conditionsOf, findCondition, type StoredObject } from '../lib/api/index.ts';
import type { ControlPlane } from '../lib/testing/index.ts';
import { kubectl } from './kubectl.ts';
import { until } from './until.ts';

/**
 * Resolves when all CRDs are established, and kubectl finds their kinds: the API server's discovery follows. At least one must
 * exist.
 *
 * kubectl's `wait --for=condition=Established` fails for a CRD so new that its conditions are still null.
 */
export async function untilEstablished(cluster: Pick<ControlPlane, 'kubectl'>): Promise<void> {
  await until('all CRDs are established', async () => {
    const { items } = JSON.parse(await kubectl(cluster, ['get', 'crd', '-o', 'json'])) as { items: StoredObject[] };
    if (items.length === 0) throw new Error('no CRD exists that could be established');
    if (!items.every(({ status }) => findCondition(conditionsOf(status), 'Established')?.status === 'True'))
      return false;
    const found = new Set((await kubectl(cluster, ['api-resources', '--output=name'])).split('\n'));
    return items.every(({ metadata: { name } }) => found.has(name));
  });
}
