// The rebuild of a replica: its volume is deleted once, on request, and the replica copies the data of the primary again.
// In: the uid of the volume claim, from the spec. The replica is fenced first, so it can't become the primary meanwhile.

import { k8s } from 'cdk8s-plus-28';
import {
  type ConditionReport,
  type EffectContext,
  isOvertaken,
  type Observed,
  type RenderContext,
  type Use,
} from 'operand';
import { mostInstances, type PostgreSQLCluster } from './api.ts';
import { ClusterPod, type Member, membersOf, primaryOf } from './member.ts';
import { clusterLabel } from './names.ts';

export const rebuildUses = [
  { kind: k8s.KubePersistentVolumeClaim, verbs: ['delete'] },
  { kind: k8s.KubePod, verbs: ['delete'] },
] as const satisfies readonly Use[];

type Claim = Observed<typeof k8s.KubePersistentVolumeClaim>;

/** Returns the names of the claims of a cluster, by ordinal. */
export function claimNames(cluster: string): readonly string[] {
  return Array.from({ length: mostInstances }, (_, ordinal) => `data-${cluster}-${ordinal}`);
}

type Asking = Pick<
  RenderContext<typeof PostgreSQLCluster, typeof ClusterPod | typeof k8s.KubePersistentVolumeClaim>,
  'metadata' | 'spec' | 'references'
>;

/** The state of a request: refused for a reason, done, or the replica, its claim, and its pod if there is one. */
export type Rebuild =
  | { readonly refused: string }
  | 'done'
  | { readonly ordinal: number; readonly claim: Claim; readonly pod: Member | undefined };

/** Returns the state of the request; undefined without one. A request is done when its claim is gone. */
export function rebuildOf({ metadata: { name: cluster }, spec, references }: Asking): Rebuild | undefined {
  const { rebuild: uid, fenced } = spec;
  if (uid === undefined) return undefined;
  const claim = references
    .list(k8s.KubePersistentVolumeClaim)
    .find(({ metadata }) => metadata.uid === uid && metadata.labels?.[clusterLabel] === cluster);
  if (claim === undefined) return 'done';
  const members = membersOf(cluster, references.list(ClusterPod));
  const ordinal = claimNames(cluster).indexOf(claim.metadata.name);
  const name = `${cluster}-${ordinal}`;
  if (fenced.includes(ordinal)) return { refused: `${name} is fenced: its data stay until the fence is lifted` };
  const pod = members.find((member) => member.name === name);
  const primary = primaryOf(members);
  if (pod?.role === 'primary') return { refused: `${name} is the primary: another server has to be it first` };
  if (primary === undefined) return { refused: `no primary is known: ${name} may have the only data` };
  return { ordinal, claim, pod };
}

type Discarding = Pick<EffectContext<typeof rebuildUses>, 'client' | 'events'>;

/** Returns the ordinals of all servers that are to be stopped: those that the spec fences, and the one that is rebuilt. */
export function stoppedOrdinals(context: Asking): readonly number[] {
  const rebuild = rebuildOf(context);
  const isAsked = rebuild !== undefined && rebuild !== 'done' && 'claim' in rebuild;
  return isAsked ? [...context.spec.fenced, rebuild.ordinal] : context.spec.fenced;
}

/** Deletes the claim and the pod of a replica whose server is stopped. The kubelet keeps the volume until the pod is gone. */
export async function discard(rebuild: Rebuild | undefined, { client, events }: Discarding): Promise<void> {
  if (rebuild === undefined || rebuild === 'done' || 'refused' in rebuild) return;
  const { claim, pod } = rebuild;
  if (pod?.isReady === true) return;
  const { namespace = '', name, uid, resourceVersion, deletionTimestamp } = claim.metadata;
  try {
    if (deletionTimestamp === undefined) {
      await client.delete(k8s.KubePersistentVolumeClaim, { namespace, name }, { uid, resourceVersion });
      events.normal({ reason: 'VolumeDiscarded', message: `${name} is deleted, as the spec requests` });
    }
    if (pod !== undefined && !pod.isLeaving)
      await client.delete(
        k8s.KubePod,
        { namespace, name: pod.name },
        { uid: pod.uid, resourceVersion: pod.resourceVersion },
      );
  } catch (error) {
    // Another change came first, and causes the next reconcile.
    if (!isOvertaken(error)) throw error;
  }
}

/** Returns the condition of the request; none without one. */
export function rebuildConditions(rebuild: Rebuild | undefined): readonly ConditionReport[] {
  if (rebuild === undefined) return [];
  const type = 'Rebuilt';
  if (rebuild === 'done')
    return [
      {
        type,
        status: 'True',
        reason: 'VolumeDiscarded',
        message: 'no server of the cluster has this volume any more',
      },
    ];
  return 'refused' in rebuild
    ? [{ type, status: 'False', reason: 'Refused', message: rebuild.refused }]
    : [{ type, status: 'False', reason: 'ServerStops', message: `${rebuild.claim.metadata.name} is deleted next` }];
}
