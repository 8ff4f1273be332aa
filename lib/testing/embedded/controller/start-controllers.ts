// In: the state of an embedded cluster. Out: its running controllers, scheduler and kubelets. Owns no logic: it connects them. Called
// when a cluster starts.

import { controllerRequester } from '../request.ts';
import type { ServerState } from '../server-state.ts';
import { AutoscalerController, autoscalers } from './autoscaler-controller.ts';
import { BudgetController } from './budget-controller.ts';
import { ClusterAccess, type ComponentIdentity } from './cluster-access.ts';
import { startController, type WorkloadController } from './cluster-controller.ts';
import type { ControllerQueue } from './controller-queue.ts';
import { EndpointController, endpointSlices } from './endpoint-controller.ts';
import { evictedPod } from './eviction.ts';
import { OwnedIndex } from './index/owned-index.ts';
import { CronJobController } from './job/cron-job-controller.ts';
import { JobController, jobs } from './job/job-controller.ts';
import { MetricValues } from './metric-values.ts';
import { NodeController } from './node/node-controller.ts';
import { Scheduler } from './node/scheduler.ts';
import { Kubelet, pods } from './pod/kubelet.ts';
import { podLog } from './pod/pod-log.ts';
import { PodScripts } from './pod/pod-scripts.ts';
import { ClaimController } from './volume/claim-controller.ts';
import { createDefaultClass } from './volume/storage-class.ts';
import { VolumeController } from './volume/volume-controller.ts';
import { controllerRevisions } from './workload/controller-revision.ts';
import { DaemonSetController } from './workload/daemon-set-controller.ts';
import { DeploymentController } from './workload/deployment/deployment-controller.ts';
import { ReplicaSetController, replicaSets } from './workload/replica-set-controller.ts';
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
export interface Workloads {
  readonly pods: PodScripts;
  readonly metrics: MetricValues;
}

/** Starts all controllers. */
export async function startWorkloads(state: ServerState, queue: ControllerQueue, nodes: number): Promise<Workloads> {
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
  const start = (controller: WorkloadController) => startController(controller, store, queue);
  const kubelets = start(new Kubelet(new ClusterAccess(state, kubelet), scripts));
  start(new Scheduler(new ClusterAccess(state, scheduler), store));
  start(new ReplicaSetController(manager('replicaset-controller'), collections.pods, store));
  start(new DeploymentController(manager('deployment-controller'), collections, store));
  start(new StatefulSetController(manager('statefulset-controller'), collections, store));
  start(new ClaimController(manager('persistentvolume-binder'), store));
  start(new VolumeController(manager('persistentvolume-binder')));
  start(new DaemonSetController(manager('daemon-set-controller'), collections, store));
  start(new JobController(manager('job-controller'), collections.pods));
  start(new CronJobController(manager('cronjob-controller'), owned(jobs)));
  start(new EndpointController(manager('endpointslice-controller'), collections, store));
  const disruption = manager('disruption-controller');
  const budgetController = new BudgetController(disruption, collections.pods, store);
  start(budgetController);
  const metrics = new MetricValues(() => {
    for (const [key] of store.list(autoscalers)) scaling.add(key);
  });
  const scaling = start(new AutoscalerController(manager('horizontal-pod-autoscaler'), state.registry, metrics));
  state.endpoints.set('/pods/eviction', (pod, request) => evictedPod(disruption, budgetController, pod, request));
  state.endpoints.set('/pods/log', async (pod, request) => podLog(scripts, pod, request));
  await createDefaultClass(manager('persistentvolume-binder'));
  const heartbeats = new NodeController(new ClusterAccess(state, kubelet));
  start(heartbeats);
  for (const [collection, refresh] of heartbeats.refreshes) state.refreshes.set(collection, refresh);
  await heartbeats.create(nodes);
  await queue.settled();
  return { pods: scripts, metrics };
}
