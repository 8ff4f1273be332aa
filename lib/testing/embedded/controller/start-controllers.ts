// In: the state of an embedded cluster. Out: its running controllers, scheduler and kubelets. Owns no logic: it connects them. Called
// when a cluster starts.

import { autoscalers, controllerRevisions, endpointSlices, jobs, pods, replicaSets } from '../collection.ts';
import { controllerRequester } from '../request.ts';
import type { ServerState } from '../server-state.ts';
import { AutoscalerController } from './autoscaler-controller.ts';
import { BudgetController } from './budget-controller.ts';
import { ClusterAccess, type ComponentIdentity } from './cluster-access.ts';
import { type ClusterController, startController } from './cluster-controller.ts';
import type { ControllerQueue } from './controller-queue.ts';
import { EndpointController } from './endpoint-controller.ts';
import { admittedEviction, evictPod } from './eviction.ts';
import { OwnedIndex } from './index/owned-index.ts';
import { CronJobController } from './job/cron-job-controller.ts';
import { JobController } from './job/job-controller.ts';
import { orphanedPodController } from './job/orphaned-pod-controller.ts';
import { MetricValues } from './metric-values.ts';
import { NodeController } from './node/node-controller.ts';
import { Scheduler } from './node/scheduler.ts';
import { Kubelet } from './pod/kubelet.ts';
import { podLog } from './pod/pod-log.ts';
import { PodScripts } from './pod/pod-scripts.ts';
import { ClaimController, createDefaultClass } from './volume/claim-controller.ts';
import { ephemeralVolumeController } from './volume/ephemeral-volume-controller.ts';
import { volumeController } from './volume/volume-controller.ts';
import { DaemonSetController } from './workload/daemon-set-controller.ts';
import { deploymentController } from './workload/deployment/deployment-controller.ts';
import { ReplicaSetController, replicaSetKind, replicationControllerKind } from './workload/replica-set-controller.ts';
import { StatefulSetController } from './workload/stateful-set/stateful-set-controller.ts';

const kubelet: ComponentIdentity = {
  fieldManager: 'kubelet',
  component: 'kubelet',
  requester: {
    user: { username: 'system:node:node-1', groups: ['system:nodes', 'system:authenticated'] },
    warnings: new Set(),
  },
};

const scheduler: ComponentIdentity = {
  fieldManager: 'kube-scheduler',
  component: 'default-scheduler',
  requester: { user: { username: 'system:kube-scheduler', groups: ['system:authenticated'] }, warnings: new Set() },
};

/** The settings that a test gives to the controllers of workloads. */
export interface ControllerSettings {
  readonly pods: PodScripts;
  readonly metrics: MetricValues;
}

/** Starts all controllers. */
export async function startControllers(
  state: ServerState,
  queue: ControllerQueue,
  nodes: number,
): Promise<ControllerSettings> {
  const { store } = state;
  const manager = (component: string) => {
    const requester = controllerRequester(component);
    return new ClusterAccess(state, { fieldManager: 'kube-controller-manager', component, requester });
  };
  const owned = (collection: string) => ({ collection, index: new OwnedIndex(store, collection) });
  const collections = {
    pods: owned(pods),
    sets: owned(replicaSets),
    revisions: owned(controllerRevisions),
    slices: owned(endpointSlices),
  };
  const scripts = new PodScripts(state.clock, () => {
    for (const [key] of store.list(pods)) kubelets.add(key);
  });
  const start = (controller: ClusterController) => startController(controller, store, queue);
  const kubelets = start(new Kubelet(new ClusterAccess(state, kubelet), scripts));
  start(new Scheduler(new ClusterAccess(state, scheduler), store));
  const replicated = { ownedPods: collections.pods, store };
  start(new ReplicaSetController(replicaSetKind, manager('replicaset-controller'), replicated));
  start(new ReplicaSetController(replicationControllerKind, manager('replication-controller'), replicated));
  start(deploymentController(manager('deployment-controller'), collections, store));
  start(new StatefulSetController(manager('statefulset-controller'), collections, store));
  start(new ClaimController(manager('persistentvolume-binder'), store));
  start(ephemeralVolumeController(manager('ephemeral-volume-controller')));
  start(volumeController(manager('persistentvolume-binder')));
  start(new DaemonSetController(manager('daemon-set-controller'), collections, store));
  start(new JobController(manager('job-controller'), collections.pods));
  start(orphanedPodController(manager('job-controller'), collections.pods));
  start(new CronJobController(manager('cronjob-controller'), owned(jobs)));
  start(new EndpointController(manager('endpointslice-controller'), collections, store));
  const disruption = manager('disruption-controller');
  const budgetController = new BudgetController(disruption, collections.pods, store);
  start(budgetController);
  const metrics = new MetricValues(() => {
    for (const [key] of store.list(autoscalers)) scaling.add(key);
  });
  const scaling = start(new AutoscalerController(manager('horizontal-pod-autoscaler'), state.registry, metrics));
  state.endpoints.set('/pods/eviction', async (pod, request) =>
    evictPod(disruption, budgetController, pod, await admittedEviction(state, pod, request)),
  );
  state.endpoints.set('/pods/log', async (pod, request) => podLog(scripts, pod, request));
  await createDefaultClass(manager('persistentvolume-binder'));
  const heartbeats = new NodeController(new ClusterAccess(state, kubelet));
  start(heartbeats);
  for (const [collection, refresh] of heartbeats.refreshes) state.refreshes.set(collection, refresh);
  await heartbeats.create(nodes);
  await queue.settled();
  return { pods: scripts, metrics };
}
