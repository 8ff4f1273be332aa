// The loss of the first server while it makes the data of a new cluster. Patroni's lock of the bootstrap (`initialize`, empty) names
// no server and has no end, so the other servers wait for it permanently. In: Patroni's state, the reports of the servers and their
// volumes. Out: the stop of all servers, the removal of the lock while there is no pod, and their start. Called for children and
// reconcile.

import { k8s } from 'cdk8s-plus-28';
import { isOvertaken, serverPods } from 'operand';
import { ClusterPod, membersOf } from './member.ts';
import { namesOf } from './names.ts';
import { PatroniState, storedConfiguration } from './store.ts';
import { isStopped, type Upgrading } from './upgrade-progress.ts';

/** The annotation with the time of the stop, beside Patroni's lock. */
const annotation = 'postgres.example.com/bootstrap-lost';

/** The least age of all servers' containers: Patroni reports a bootstrap in the round that takes the lock, and a round takes 10 s. */
const leastAgeMs = 60_000;

/** Returns true while all servers stop, to begin the bootstrap again. */
export function isBeginningAgain(context: Pick<Upgrading, 'metadata' | 'references'>): boolean {
  return storedConfiguration(context)?.[annotation] !== undefined;
}

/**
 * Lets the servers of a new cluster begin again when none has data or makes them. While one may still make them, unseen, its pod
 * exists: so the lock is removed only without pods, and bound to the version in which it is still empty.
 *
 * @returns the time until all servers' containers have the age for that; undefined unless the servers wait for a lost one
 */
export async function beginAgain(context: Upgrading): Promise<number | undefined> {
  const { metadata, references, now, client, events } = context;
  const { namespace, name: cluster } = metadata;
  const state = references(PatroniState, namesOf(cluster).config)?.metadata;
  if (state === undefined) return undefined;
  const { name, resourceVersion, annotations: { initialize } = {} } = state;
  const annotate = async (annotations: Readonly<Record<string, string | null>>) => {
    try {
      await client.patch(k8s.KubeEndpoints, { namespace, name }, { metadata: { resourceVersion, annotations } });
      return true;
    } catch (error) {
      // Its change causes the next reconcile.
      if (isOvertaken(error)) return false;
      throw error;
    }
  };
  if (isBeginningAgain(context)) {
    // A server may have ended its bootstrap before it stopped: then the lock is the identity of the data.
    if (isStopped(context)) await annotate({ [annotation]: null, ...(initialize === '' && { initialize: null }) });
    return undefined;
  }
  if (!isLost(context)) return undefined;
  const starts = serverPods(cluster, references.list(ClusterPod)).map(({ pod }) => pod.runningSince);
  // The start of the last container causes the next reconcile.
  if (starts.includes(undefined)) return undefined;
  const youngestMs = Math.max(...starts.map((start) => new Date(start ?? now).getTime()));
  const waitMs = youngestMs + leastAgeMs - now.getTime();
  if (waitMs > 0) return waitMs;
  if (await annotate({ [annotation]: now.toISOString() })) {
    const message = 'the server that made the first data is lost, and no other one has data: all stop, and begin again';
    events.warning({ reason: 'BootstrapLost', message });
  }
  return undefined;
}

/**
 * Returns true if the servers wait for the lock of a bootstrap, and no volume has data: there was no primary yet, all volumes are as
 * new as the cluster, and each belongs to a server that reports an empty one.
 */
function isLost({ metadata, spec, references }: Upgrading): boolean {
  const state = references(PatroniState, namesOf(metadata.name).config)?.metadata;
  const { initialize, config } = state?.annotations ?? {};
  // The first primary writes the identity of its data, and then the configuration.
  if (state === undefined || initialize !== '' || config !== undefined) return false;
  const members = membersOf(metadata.name, references.list(ClusterPod));
  const claims = references.list(k8s.KubePersistentVolumeClaim).map((claim) => claim.metadata);
  const isNew = [state, ...claims].every(({ creationTimestamp }) => creationTimestamp >= metadata.creationTimestamp);
  const isEmpty = members.every((member) => member.isEmpty && !member.isLeaving);
  const isWhole = members.length === spec.instances && claims.length === spec.instances;
  return isNew && isEmpty && isWhole && spec.fenced.length === 0;
}
