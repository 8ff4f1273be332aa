import { k8s } from 'cdk8s-plus-28';
import type { ConditionReport, StatusContext } from 'operand';
import { quantity } from 'operand/schema';
import type { Database } from './api.ts';
import type { DatabaseServer } from './children.ts';

/** Returns the status of a Database. */
export function status(context: StatusContext<typeof Database, DatabaseServer>) {
  const { spec, children, live } = context;
  const { replicas = 0, readyReplicas = 0 } = live(children.statefulSet, k8s.KubeStatefulSet)?.status ?? {};
  const ready = readyReplicas === spec.replicas;
  return {
    ready,
    phase: ready ? ('Running' as const) : ('Pending' as const),
    replicas,
    labelSelector: Object.entries(children.labels)
      .map(([name, value]) => `${name}=${value}`)
      .join(','),
    conditions: [readiness(ready, `${readyReplicas} of ${spec.replicas} replicas are ready`), storage(context)],
  };
}

function readiness(ready: boolean, message: string): ConditionReport {
  return {
    type: 'Ready',
    status: ready ? 'True' : 'False',
    reason: ready ? 'AllReplicasReady' : 'ReplicasNotReady',
    message,
  };
}

/** Returns the condition of the volumes: true if each server has one of the current size. A provisioner may round it up. */
function storage({ spec, children, live }: StatusContext<typeof Database, DatabaseServer>): ConditionReport {
  const { replicas, storage } = spec;
  const claims = live.list(k8s.KubePersistentVolumeClaim, { labels: children.labels });
  const sized = quantity({ ...(storage !== undefined && { min: storage }) });
  const bound = claims.filter(
    ({ status }) => status?.phase === 'Bound' && sized.safeParse(status.capacity?.storage).success,
  );
  const isReady = bound.length >= replicas;
  return {
    type: 'StorageReady',
    status: isReady ? 'True' : 'False',
    reason: isReady ? 'AllVolumesBound' : 'VolumesPending',
    message: `${Math.min(bound.length, replicas)} of ${replicas} volumes of ${storage} are bound`,
  };
}
