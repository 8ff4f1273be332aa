// In: spec, status and conditions of a child. Out: whether it is as its spec wants it, on its way there, or failed.
// Called by `readiness`, which has seen to it that the status is about the present spec.

import { type Condition, findCondition, isJsonObject } from '../api/index.ts';

/** How far an object has come towards its spec. */
export type Readiness =
  | { readonly state: 'current' }
  | { readonly state: 'in-progress'; readonly message: string }
  | { readonly state: 'failed'; readonly message: string };

/** What of an object decides its readiness. */
export interface Facts {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: Readonly<Record<string, unknown>>;
  readonly conditions: readonly Condition[];
}

/** Judges the objects of one kind, of which its controller has seen the present spec, or never any. */
export type ReadinessRule = (facts: Facts) => Readiness;

const current: Readiness = { state: 'current' };

/** It needs time. */
export const inProgress = (message: string): Readiness => ({ state: 'in-progress', message });

const failed = (message: string): Readiness => ({ state: 'failed', message });

/**
 * `Kind.group` → its rule.
 *
 * Messages change when a pod has become available, and not with every step on its way there: each is a status write.
 */
export const readinessRules: Readonly<Record<string, ReadinessRule>> = {
  'Deployment.apps': ({ spec, status, conditions }) => {
    const progressing = findCondition(conditions, 'Progressing');
    if (progressing?.reason === 'ProgressDeadlineExceeded') return failed(words(progressing, 'makes no progress'));
    const wanted = count(spec.replicas, 1);
    const done = Math.min(count(status.updatedReplicas), count(status.availableReplicas));
    if (!isSeen(status) || done < wanted) return inProgress(available(isSeen(status) ? done : 0, wanted));
    const surplus = count(status.replicas) - wanted;
    return surplus > 0 ? inProgress(`${surplus} old pods to go`) : current;
  },

  'ReplicaSet.apps': ({ spec, status }) => {
    const wanted = count(spec.replicas, 1);
    const done = isSeen(status) ? count(status.availableReplicas) : 0;
    return isSeen(status) && done >= wanted ? current : inProgress(available(done, wanted));
  },

  'StatefulSet.apps': ({ spec, status }) => {
    const wanted = count(spec.replicas, 1);
    const done = isSeen(status) ? count(status.readyReplicas) : 0;
    if (!isSeen(status) || done < wanted) return inProgress(available(done, wanted));
    const surplus = count(status.replicas) - wanted;
    if (surplus > 0) return inProgress(`${surplus} old pods to go`);
    return isUpdated(spec, status, wanted) ? current : inProgress('its pods are being updated');
  },

  'DaemonSet.apps': ({ spec, status }) => {
    if (!isSeen(status)) return inProgress('has yet to be scheduled');
    const wanted = count(status.desiredNumberScheduled);
    const done = count(status.numberAvailable);
    if (done < wanted) return inProgress(available(done, wanted));
    if (isUpdatedByHand(spec) || count(status.updatedNumberScheduled) >= wanted) return current;
    return inProgress('its pods are being updated');
  },

  'Job.batch': ({ conditions }) => {
    const failure = findCondition(conditions, 'Failed');
    if (failure?.status === 'True') return failed(words(failure, 'has failed'));
    return findCondition(conditions, 'Complete')?.status === 'True' ? current : inProgress('has not completed');
  },

  Pod: ({ status, conditions }) => {
    if (status.phase === 'Succeeded' || findCondition(conditions, 'Ready')?.status === 'True') return current;
    return status.phase === 'Failed' ? failed('has failed') : inProgress('is not ready');
  },

  // An unbound claim may wait for its first consumer: the pod that needs it says so.
  PersistentVolumeClaim: ({ status }) => (status.phase === 'Lost' ? failed('has lost its volume') : current),

  Service: ({ spec, status }) => {
    if (spec.type !== 'LoadBalancer') return current;
    const ingress = isJsonObject(status.loadBalancer) ? status.loadBalancer.ingress : undefined;
    return Array.isArray(ingress) && ingress.length > 0 ? current : inProgress('has no load balancer');
  },
};

/** The rule of all other kinds: what its conditions say, if it has any. */
export const readinessByConditions: ReadinessRule = ({ conditions }) => {
  const ready = findCondition(conditions, 'Ready');
  if (ready === undefined || ready.status === 'True') return current;
  const trouble = ['Stalled', 'Degraded'].map((type) => findCondition(conditions, type));
  const isFailed = trouble.some((condition) => condition?.status === 'True');
  return isFailed ? failed(words(ready, 'has failed')) : inProgress(words(ready, 'is not ready'));
};

/** Whether the kind's controller has reported at all. */
function isSeen({ observedGeneration }: Facts['status']): boolean {
  return typeof observedGeneration === 'number';
}

/** Whether all pods of a StatefulSet are of its present revision, of those that are to be by now. */
function isUpdated(spec: Facts['spec'], status: Facts['status'], wanted: number): boolean {
  if (isUpdatedByHand(spec) || status.currentRevision === status.updateRevision) return true;
  const { rollingUpdate } = strategy(spec);
  const partition = isJsonObject(rollingUpdate) ? count(rollingUpdate.partition) : 0;
  return partition > 0 && count(status.updatedReplicas) >= wanted - partition;
}

/** Whether pods are updated only when somebody deletes them. */
function isUpdatedByHand(spec: Facts['spec']): boolean {
  return strategy(spec).type === 'OnDelete';
}

function strategy({ updateStrategy }: Facts['spec']): Readonly<Record<string, unknown>> {
  return isJsonObject(updateStrategy) ? updateStrategy : {};
}

function available(actual: number, wanted: number): string {
  return `${actual} of ${wanted} pods available`;
}

function count(value: unknown, absent = 0): number {
  return typeof value === 'number' ? value : absent;
}

/** What a condition says, if it says anything. */
function words({ message }: Condition, otherwise: string): string {
  return message === '' ? otherwise : message;
}
