// In: the objects with Patroni's state. Out: the same objects for as long as there are data, also for a later cluster of the
// name. Called by references and the reconcile.

import { k8s } from 'cdk8s-plus-28';
import {
  isAlreadyExists,
  isOvertaken,
  metadataOf,
  type Observed,
  type ReconcileContext,
  type RenderContext,
  type Use,
} from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { ClusterPod, membersOf } from './member.ts';
import { clusterLabel, labelsOf, namesOf } from './names.ts';
import { ports } from './patroni.ts';

/** The Endpoints in whose annotations Patroni keeps its state. */
export const PatroniState = metadataOf(k8s.KubeEndpoints);

export const storeUses = [
  { kind: k8s.KubeService, verbs: ['create'] },
  { kind: k8s.KubeEndpoints, verbs: ['delete'] },
] as const satisfies readonly Use[];

/**
 * Returns the names of the Endpoints with Patroni's state, except those of the leader, which change every few seconds.
 */
export function storeNames(cluster: string): readonly string[] {
  const { config, failover, sync } = namesOf(cluster);
  return [config, failover, sync];
}

type Stored = Pick<
  RenderContext<
    typeof PostgreSQLCluster,
    typeof ClusterPod | typeof PatroniState | typeof k8s.KubePersistentVolumeClaim
  >,
  'metadata' | 'references'
>;

/** Returns the annotations of Patroni's configuration and the identity of the data; undefined if there are none. */
export function storedConfiguration(context: Stored): Readonly<Record<string, string>> | undefined {
  const state = context.references(PatroniState, namesOf(context.metadata.name).config);
  return state === undefined || forgottenState(context).includes(state) ? undefined : state.metadata.annotations;
}

/**
 * Returns the state of an earlier cluster of the name whose volumes are gone, or go with its last pods. Patroni would wait for
 * its data. A pod that stays keeps its volume, also if the claim is being deleted.
 */
export function forgottenState({ metadata, references }: Stored): readonly Observed<typeof PatroniState>[] {
  const claims = references.list(k8s.KubePersistentVolumeClaim);
  const isStaying = membersOf(metadata.name, references.list(ClusterPod)).some(({ isLeaving }) => !isLeaving);
  if (claims.some((claim) => isStaying || claim.metadata.deletionTimestamp === undefined)) return [];
  return references
    .list(PatroniState)
    .filter(
      ({ metadata: { labels, creationTimestamp } }) =>
        labels?.[clusterLabel] === metadata.name && creationTimestamp < metadata.creationTimestamp,
    );
}

type Storing = Pick<
  ReconcileContext<
    typeof PostgreSQLCluster,
    unknown,
    typeof storeUses,
    never,
    typeof ClusterPod | typeof PatroniState | typeof k8s.KubeService | typeof k8s.KubePersistentVolumeClaim
  >,
  'metadata' | 'references' | 'client'
>;

/**
 * Creates the Services of Patroni's state: the controller of endpoints deletes Endpoints without one. They have no owner:
 * like the volumes, the state outlives the cluster, so that in a later one of its name no server without all commits
 * becomes the primary. Without volumes, the state is forgotten.
 *
 * @throws Error if another Service has the name
 */
export async function keepState(context: Storing): Promise<void> {
  const { metadata, references, client } = context;
  const { namespace = '', name: cluster } = metadata;
  // A server that ends may write its state again.
  const hasEnded = membersOf(cluster, references.list(ClusterPod)).length === 0;
  for (const state of hasEnded ? forgottenState(context) : []) {
    const { name, uid, resourceVersion } = state.metadata;
    try {
      await client.delete(k8s.KubeEndpoints, { namespace, name }, { uid, resourceVersion });
    } catch (error) {
      // Its change causes the next reconcile.
      if (!isOvertaken(error)) throw error;
    }
  }
  for (const name of storeNames(cluster)) {
    const present = references(k8s.KubeService, name);
    if (present?.metadata.labels?.[clusterLabel] === cluster && present.spec?.selector === undefined) continue;
    if (present !== undefined) throw new Error(`another Service has the name ${name}, which Patroni needs: delete it`);
    try {
      await client.create(k8s.KubeService, {
        metadata: { namespace, name, labels: labelsOf(cluster) },
        // Services have a port, also those that no client calls.
        spec: { clusterIP: 'None', ports: [{ name: 'patroni', port: ports.patroni }] },
      });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}
