import type { KubernetesObject } from '../lib/api/index.ts';
import type { ControlPlane } from '../lib/testing/index.ts';
import { kubectl } from './kubectl.ts';
import { untilEstablished } from './until-established.ts';

/**
 * Applies manifests as admin: the CRDs, and the other objects when all CRDs are established.
 *
 * An API server looks up the kinds of owners once in half a minute, the first time for the ReplicaSet of a Deployment. It refuses the
 * children of kinds that it hasn't found by then.
 */
export async function applyManifests(
  cluster: Pick<ControlPlane, 'kubectl'>,
  manifests: readonly KubernetesObject[],
): Promise<void> {
  const { definitions = [], others = [] } = Object.groupBy(manifests, ({ kind }) =>
    kind === 'CustomResourceDefinition' ? 'definitions' : 'others',
  );
  await kubectl(cluster, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items: definitions });
  await untilEstablished(cluster);
  await kubectl(cluster, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items: others });
}
