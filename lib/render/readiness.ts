import { type Condition, findCondition, groupVersionKind, isJsonObject, type StoredObject } from '../api/index.ts';

/**
 * How far an object has come towards its spec.
 *
 * @see https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export type Readiness =
  | { readonly state: 'current' }
  | { readonly state: 'in-progress'; readonly message: string }
  | { readonly state: 'failed'; readonly message: string };

const current: Readiness = { state: 'current' };
const inProgress = (message: string): Readiness => ({ state: 'in-progress', message });
const failed = (message: string): Readiness => ({ state: 'failed', message });

/**
 * The readiness of an observed object, by the rules of its kind.
 * A kind without rules of its own is judged by `observedGeneration` and a `Ready` condition, where it has them.
 */
export function readiness(object: StoredObject): Readiness {
  if (object.metadata.deletionTimestamp !== undefined) return inProgress('is being deleted');
  const { group, kind } = groupVersionKind(object);
  const spec = isJsonObject(object.spec) ? object.spec : {};
  const status = isJsonObject(object.status) ? object.status : {};
  const generation = object.metadata.generation;
  if (
    generation !== undefined &&
    typeof status.observedGeneration === 'number' &&
    status.observedGeneration < generation
  ) {
    return inProgress('has a change that its controller has yet to see');
  }
  const rule = rules[`${kind}.${group}`] ?? conditioned;
  return rule({
    spec,
    status,
    conditions: conditionsOf(status),
    isSeen: typeof status.observedGeneration === 'number',
  });
}

interface Facts {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: Readonly<Record<string, unknown>>;
  readonly conditions: readonly Condition[];
  /** Whether the kind's controller has reported at all. */
  readonly isSeen: boolean;
}

const rules: Readonly<Record<string, (facts: Facts) => Readiness>> = {
  'Deployment.apps': ({ spec, status, conditions, isSeen }) => {
    const progressing = findCondition(conditions, 'Progressing');
    if (progressing?.reason === 'ProgressDeadlineExceeded') return failed(progressing.message);
    const wanted = count(spec.replicas, 1);
    if (!isSeen) return inProgress(available(0, wanted));
    if (count(status.updatedReplicas) < wanted)
      return inProgress(`${count(status.updatedReplicas)} of ${wanted} pods updated`);
    if (count(status.replicas) > wanted) return inProgress(`${count(status.replicas) - wanted} old pods to go`);
    return atLeast(count(status.availableReplicas), wanted);
  },
  'StatefulSet.apps': ({ spec, status, isSeen }) => {
    const wanted = count(spec.replicas, 1);
    if (!isSeen) return inProgress(available(0, wanted));
    if (count(status.readyReplicas) < wanted)
      return inProgress(`${count(status.readyReplicas)} of ${wanted} pods ready`);
    if (status.currentRevision !== status.updateRevision) return inProgress('its pods are being updated');
    return current;
  },
  'DaemonSet.apps': ({ status, isSeen }) => {
    const wanted = count(status.desiredNumberScheduled);
    if (!isSeen) return inProgress('has yet to be scheduled');
    if (count(status.updatedNumberScheduled) < wanted) return inProgress('its pods are being updated');
    return atLeast(count(status.numberAvailable), wanted);
  },
  'Job.batch': ({ conditions }) => {
    const failure = findCondition(conditions, 'Failed');
    if (failure?.status === 'True') return failed(failure.message);
    return findCondition(conditions, 'Complete')?.status === 'True' ? current : inProgress('has not completed');
  },
  'Pod.': ({ status, conditions }) => {
    if (status.phase === 'Succeeded' || findCondition(conditions, 'Ready')?.status === 'True') return current;
    return status.phase === 'Failed' ? failed('has failed') : inProgress('is not ready');
  },
  // An unbound claim may wait for its first consumer: the pod that needs it says so.
  'PersistentVolumeClaim.': ({ status }) => (status.phase === 'Lost' ? failed('has lost its volume') : current),
  'Service.': ({ spec, status }) => {
    if (spec.type !== 'LoadBalancer') return current;
    const ingress = isJsonObject(status.loadBalancer) ? status.loadBalancer.ingress : undefined;
    return Array.isArray(ingress) && ingress.length > 0 ? current : inProgress('has no load balancer');
  },
};

function conditioned({ conditions }: Facts): Readiness {
  const ready = findCondition(conditions, 'Ready');
  if (ready === undefined || ready.status === 'True') return current;
  return inProgress(ready.message === '' ? 'is not ready' : ready.message);
}

function atLeast(actual: number, wanted: number): Readiness {
  return actual >= wanted ? current : inProgress(available(actual, wanted));
}

function available(actual: number, wanted: number): string {
  return `${actual} of ${wanted} pods available`;
}

function count(value: unknown, absent = 0): number {
  return typeof value === 'number' ? value : absent;
}

function conditionsOf({ conditions }: Readonly<Record<string, unknown>>): readonly Condition[] {
  return Array.isArray(conditions) ? (conditions as readonly Condition[]) : [];
}
