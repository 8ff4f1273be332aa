// In: spec, status and conditions of a child. Out: its readiness: as its spec wants it, in progress, or failed. Called
// by `readiness`, after a check that the status is about the present spec.

import { type Condition, findCondition } from '../api/index.ts';
import { fieldAt, fieldsIn, listAt, objectList } from '../schema/index.ts';

/** The progress of an object towards its spec. */
export type Readiness =
  | { readonly state: 'current' }
  | { readonly state: 'in-progress'; readonly message: string }
  | { readonly state: 'failed'; readonly message: string };

/** The parts of an object that determine its readiness. */
export interface Facts {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: Readonly<Record<string, unknown>>;
  readonly conditions: readonly Condition[];
}

/**
 * Returns the readiness of a kind's objects. Called if the controller has observed the present spec, or never reports
 * generations.
 */
export type ReadinessRule = (facts: Facts) => Readiness;

const current: Readiness = { state: 'current' };

/** The object is progressing. */
export const inProgress = (message: string): Readiness => ({ state: 'in-progress', message });

/** The object doesn't recover by itself. */
const failed = (message: string): Readiness => ({ state: 'failed', message });

/**
 * `Kind.group` → its rule, as in kstatus. Comments give the reasons for differences.
 *
 * Messages change when a pod has become available, and not with every step before: each change is a write of a status.
 */
export const readinessRules: Readonly<Record<string, ReadinessRule>> = {
  // kstatus calls a paused one in progress: here it has done its work.
  'Deployment.apps': ({ spec, status, conditions }) => {
    const progressing = findCondition(conditions, 'Progressing');
    if (progressing?.reason === 'ProgressDeadlineExceeded') return failed(messageOf(progressing, 'makes no progress'));
    return (
      unsettledPods(status, podCount(spec.replicas, 1), [status.updatedReplicas, status.availableReplicas]) ?? current
    );
  },

  'ReplicaSet.apps': ({ spec, status, conditions }) => {
    const failure = findCondition(conditions, 'ReplicaFailure');
    if (failure?.status === 'True') return inProgress(messageOf(failure, 'its pods cannot be created or deleted'));
    const counts = [status.availableReplicas, status.fullyLabeledReplicas];
    return unsettledPods(status, podCount(spec.replicas, 1), counts) ?? current;
  },

  // kstatus ignores pods of OnDelete, and minReadySeconds: here all wanted pods must be available.
  'StatefulSet.apps': ({ spec, status }) => {
    const wanted = podCount(spec.replicas, 1);
    const counted = podCount(spec.minReadySeconds) > 0 ? status.availableReplicas : status.readyReplicas;
    const updated = isStatefulSetUpdated(spec, status, wanted) ? current : inProgress('its pods are being updated');
    return unsettledPods(status, wanted, [counted]) ?? updated;
  },

  // kstatus waits for the update of pods of OnDelete, which begins only with a deletion by hand.
  'DaemonSet.apps': ({ spec, status }) => {
    if (!isSeenByController(status)) return inProgress('has yet to be scheduled');
    const wanted = podCount(status.desiredNumberScheduled);
    const done = podCount(status.numberAvailable);
    if (done < wanted) return inProgress(availablePodsText(done, wanted));
    if (isUpdatedOnDelete(spec) || podCount(status.updatedNumberScheduled) >= wanted) return current;
    return inProgress('its pods are being updated');
  },

  // kstatus accepts a Job that has started: here a ready Job has completed its work.
  'Job.batch': ({ conditions }) => {
    const failure = findCondition(conditions, 'Failed');
    if (failure?.status === 'True') return failed(messageOf(failure, 'has failed'));
    const isSettled = ['Complete', 'Suspended'].some((type) => isTrue(conditions, type));
    return isSettled ? current : inProgress('has not completed');
  },

  // kstatus accepts a pod that has failed, and reports one as failed that has had no node for 15 s.
  Pod: ({ status, conditions }) => {
    if (status.phase === 'Succeeded' || isTrue(conditions, 'Ready')) return current;
    if (status.phase === 'Failed') return failed('has failed');
    const crashing = crashingContainers(status);
    return crashing.length > 0
      ? failed(`containers crash again and again: ${crashing.join(', ')}`)
      : inProgress('is not ready');
  },

  PersistentVolumeClaim: ({ status }) => {
    if (status.phase === 'Lost') return failed('has lost its volume');
    return status.phase === 'Bound' ? current : inProgress('is not bound to a volume');
  },

  // kstatus has no rule: before the limits are in the status, pods are counted, but not refused.
  ResourceQuota: ({ spec, status }) => {
    const enforced = fieldsIn(status.hard);
    const isEnforced = Object.entries(fieldsIn(spec.hard)).every(([resource, limit]) => enforced[resource] === limit);
    return isEnforced ? current : inProgress('is not enforced yet');
  },

  // kstatus accepts an address inside of the cluster.
  Service: ({ spec, status }) => {
    if (spec.type !== 'LoadBalancer') return current;
    return listAt(status, 'loadBalancer.ingress').length > 0 ? current : inProgress('has no load balancer');
  },

  'CustomResourceDefinition.apiextensions.k8s.io': ({ conditions }) => {
    const names = findCondition(conditions, 'NamesAccepted');
    if (names?.status === 'False') return failed(messageOf(names, 'has names that another definition has'));
    const established = findCondition(conditions, 'Established');
    if (established?.status === 'True') return current;
    const isRefused = established?.status === 'False' && established.reason !== 'Installing';
    return isRefused ? failed(messageOf(established, 'is not served')) : inProgress('is not served yet');
  },

  // kstatus has no rule: an aggregated API that doesn't answer would count as ready.
  'APIService.apiregistration.k8s.io': ({ conditions }) => {
    const available = findCondition(conditions, 'Available');
    return available?.status === 'True' ? current : inProgress(messageOf(available, 'is not available'));
  },

  // Its controller reports only the generation: its condition is about allowed disruptions, and not about its state.
  'PodDisruptionBudget.policy': () => current,
};

/**
 * Returns the readiness by the rule for all kinds, which comes before the rule of an object's own kind; undefined if no
 * condition reports it.
 */
export function readinessBySigns({ conditions }: Pick<Facts, 'conditions'>): Readiness | undefined {
  const stalled = findCondition(conditions, 'Stalled');
  const ready = findCondition(conditions, 'Ready');
  const notReady = ready?.status === 'True' ? undefined : ready;
  if (stalled?.status === 'True') return failed(messageOf(stalled, messageOf(notReady, 'has failed')));
  const reconciling = findCondition(conditions, 'Reconciling');
  return reconciling?.status === 'True'
    ? inProgress(messageOf(reconciling, messageOf(notReady, 'is being reconciled')))
    : undefined;
}

/** The rule of kinds without a rule of their own: their conditions, if they have any. */
export const readinessByConditions: ReadinessRule = ({ conditions }) => {
  const ready = findCondition(conditions, 'Ready');
  if (ready === undefined || ready.status === 'True') return current;
  return isTrue(conditions, 'Degraded')
    ? failed(messageOf(ready, 'has failed'))
    : inProgress(messageOf(ready, 'is not ready'));
};

function isTrue(conditions: Facts['conditions'], type: string): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** Returns the containers of a pod whose restart the kubelet delays because they crash again and again. */
function crashingContainers({ containerStatuses }: Facts['status']): string[] {
  return objectList(containerStatuses).flatMap(({ name, state }) => {
    const isCrashing = fieldAt(state, 'waiting.reason') === 'CrashLoopBackOff';
    return isCrashing && typeof name === 'string' ? [name] : [];
  });
}

/** Returns the progress of a workload that has too few pods, by the lowest of its counts, or too many. */
function unsettledPods(status: Facts['status'], wanted: number, counts: readonly unknown[]): Readiness | undefined {
  const isSeen = isSeenByController(status);
  const done = isSeen ? Math.min(...counts.map((count) => podCount(count))) : 0;
  if (!isSeen || done < wanted) return inProgress(availablePodsText(done, wanted));
  const surplus = podCount(status.replicas) - wanted;
  return surplus > 0 ? inProgress(`${surplus} old pods to go`) : undefined;
}

/** Returns true if the kind's controller has reported at all. */
function isSeenByController({ observedGeneration }: Facts['status']): boolean {
  return typeof observedGeneration === 'number';
}

/**
 * Returns true if a StatefulSet has updated all pods that its partition includes. Equal revisions in its status don't
 * prove it: a reverted update ends with its first revision, while pods of the other one still run.
 */
function isStatefulSetUpdated(spec: Facts['spec'], status: Facts['status'], wanted: number): boolean {
  if (isUpdatedOnDelete(spec)) return true;
  const partition = podCount(fieldAt(spec, 'updateStrategy.rollingUpdate.partition'));
  return podCount(status.updatedReplicas) >= wanted - partition;
}

/** Returns true if pods are updated only when a user deletes them. */
function isUpdatedOnDelete(spec: Facts['spec']): boolean {
  return fieldAt(spec, 'updateStrategy.type') === 'OnDelete';
}

function availablePodsText(actual: number, wanted: number): string {
  return `${actual} of ${wanted} pods available`;
}

function podCount(value: unknown, absent = 0): number {
  return typeof value === 'number' ? value : absent;
}

/** Returns the message of a condition, if it has one. */
function messageOf(condition: Condition | undefined, otherwise: string): string {
  return condition === undefined || condition.message === '' ? otherwise : condition.message;
}
