// The operator of the benchmark, as a first attempt without a framework: informers of @kubernetes/client-node put names
// into a set, ten workers remove them, and typed calls create missing objects.

import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  ListWatch,
  setHeaderOptions,
  type V1Condition,
  type V1Deployment,
  type V1Service,
  Watch,
} from '@kubernetes/client-node';
import { ownedDeployment, ownedService, type Parent } from '../child.ts';

interface Memcached extends KubernetesObject, Parent {
  readonly metadata: KubernetesObject['metadata'] & Parent['metadata'];
  readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly V1Condition[] };
}

const group = 'cache.example.com';
const version = 'v1alpha1';
const plural = 'memcacheds';
const workerCount = 10;

const config = new KubeConfig();
config.loadFromDefault();
const apps = config.makeApiClient(AppsV1Api);
const core = config.makeApiClient(CoreV1Api);
const custom = config.makeApiClient(CustomObjectsApi);
const watch = new Watch(config);

const due = new Set<string>();
const running = new Set<string>();
let wake = Promise.withResolvers<void>();
/** Key → the last written status, so that a child's event doesn't repeat the write. */
const writtenStatuses = new Map<string, string>();

const memcacheds = new ListWatch<Memcached>(
  `/apis/${group}/${version}/${plural}`,
  watch,
  async () => (await custom.listClusterCustomObject({ group, version, plural })) as KubernetesListObject<Memcached>,
  false,
);
const deployments = new ListWatch<V1Deployment>(
  '/apis/apps/v1/deployments',
  watch,
  () => apps.listDeploymentForAllNamespaces(),
  false,
);
const services = new ListWatch<V1Service>('/api/v1/services', watch, () => core.listServiceForAllNamespaces(), false);

follow(memcacheds);
follow(deployments);
follow(services);
await Promise.all([memcacheds.start(), deployments.start(), services.start()]);
await Promise.all(Array.from({ length: workerCount }, work));

function follow<Kind extends KubernetesObject>(informer: ListWatch<Kind>): void {
  const changed = ({ metadata }: Kind) => add(`${metadata?.namespace}/${metadata?.name}`);
  informer.on('add', changed);
  informer.on('update', changed);
  informer.on('delete', changed);
  informer.on('error', () => void informer.start());
}

function add(key: string): void {
  due.add(key);
  wake.resolve();
  wake = Promise.withResolvers();
}

async function work(): Promise<never> {
  for (;;) {
    const key = [...due].find((each) => !running.has(each));
    if (key === undefined) {
      await wake.promise;
      continue;
    }
    due.delete(key);
    running.add(key);
    try {
      await reconcile(key);
    } catch (error) {
      console.error(key, error);
      setTimeout(() => add(key), 1_000);
    } finally {
      running.delete(key);
    }
  }
}

async function reconcile(key: string): Promise<void> {
  const [namespace = '', name = ''] = key.split('/');
  const memcached = memcacheds.get(name, namespace);
  if (memcached === undefined) return;
  const { size } = memcached.spec;

  let deployment = deployments.get(name, namespace);
  if (deployment === undefined) {
    const body = ownedDeployment(memcached);
    deployment = await ignoringConflict(apps.createNamespacedDeployment({ namespace, body }), body);
  } else if (deployment.spec?.replicas !== size) {
    const body = [{ op: 'replace', path: '/spec/replicas', value: size }];
    deployment = await apps.patchNamespacedDeployment({ namespace, name, body });
  }
  if (services.get(name, namespace) === undefined) {
    const body = ownedService(memcached);
    await ignoringConflict(core.createNamespacedService({ namespace, body }), body);
  }

  const status = {
    conditions: [available(memcached, deployment.status?.availableReplicas ?? 0)],
    observedGeneration: memcached.metadata.generation,
  };
  if (
    writtenStatuses.get(key) === JSON.stringify(status) ||
    JSON.stringify(memcached.status) === JSON.stringify(status)
  )
    return;
  const merge = setHeaderOptions('Content-Type', 'application/merge-patch+json');
  await custom.patchNamespacedCustomObjectStatus({ group, version, namespace, plural, name, body: { status } }, merge);
  writtenStatuses.set(key, JSON.stringify(status));
}

/** The object exists although the informer doesn't show it yet. */
async function ignoringConflict<Kind>(request: Promise<Kind>, made: Kind): Promise<Kind> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiException && error.code === 409) return made;
    throw error;
  }
}

function available({ spec: { size }, status }: Memcached, count: number): object {
  const value = count >= size ? 'True' : 'False';
  const unchanged = status?.conditions?.find((each) => each.type === 'Available' && each.status === value);
  return {
    lastTransitionTime: unchanged?.lastTransitionTime ?? `${new Date().toISOString().slice(0, 19)}Z`,
    message: `${count} of ${size} pods are available`,
    reason: count >= size ? 'AllAvailable' : 'PodsMissing',
    status: value,
    type: 'Available',
  };
}
