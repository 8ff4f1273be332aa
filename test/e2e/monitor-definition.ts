import { join } from 'node:path';
import type { Cluster } from '../../lib/testing/index.ts';
import { publishedDefinitions } from '../import/definitions/published-definition.ts';
import { kubectl } from '../kubectl.ts';
import { untilEstablished } from '../until-established.ts';

/** Applies the CRD of a kind of monitors; resolves when the cluster serves it. */
export async function applyMonitorDefinition(
  cluster: Cluster,
  plural: 'podmonitors' | 'servicemonitors',
): Promise<void> {
  const directory = await publishedDefinitions('prometheus-operator');
  const definition = join(directory, `monitoring.coreos.com_${plural}.yaml`);
  await kubectl(cluster, ['apply', '--server-side', '-f', definition]);
  await untilEstablished(cluster);
}
