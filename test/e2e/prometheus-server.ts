// Runs a Prometheus that reads metrics by ServiceMonitors or PodMonitors, those of a manager with the token of its own
// ServiceAccount. The nodes need its image.

import type { KubernetesObject } from '../../lib/api/index.ts';
import type { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';
import { workloads } from './images/workload.ts';
import type { InstalledRelease } from './installed-release.ts';
import { applyMonitorDefinition } from './monitor-definition.ts';
import { restrictedPod } from './restricted-pod.ts';
import { podJobs, serviceJobs } from './scrape-configuration.ts';

const namespace = 'monitoring';
const name = 'prometheus';
const port = 9090;

type Labels = Readonly<Record<string, string>>;

/** A sample of a series, as in query responses. */
interface Point {
  readonly metric: Labels;
  readonly value: readonly [number, string];
}

/** A Prometheus in its own namespace, with its own ServiceAccount. */
export class PrometheusServer implements AsyncDisposable {
  readonly #cluster: Cluster;
  readonly #objects: readonly KubernetesObject[];

  /** Reads a manager. @param operator - the name of its operator. */
  static async for(release: InstalledRelease, operator: string): Promise<PrometheusServer> {
    const { cluster } = release;
    await applyMonitorDefinition(cluster, 'servicemonitors');
    await release.applyMonitor();
    return await PrometheusServer.#start(cluster, await jobsOfServices(cluster), [reading(operator)]);
  }

  /** Reads the current pods of all ServiceMonitors with some labels, as a Prometheus with this selector does. */
  static async forServices(cluster: Cluster, labels: Labels): Promise<PrometheusServer> {
    return await PrometheusServer.#start(cluster, await jobsOfServices(cluster, labels));
  }

  /** Reads the current pods of all PodMonitors. */
  static async forPods(cluster: Cluster): Promise<PrometheusServer> {
    const [monitors, pods] = [await listed(cluster, 'podmonitors'), await listed(cluster, 'pods')];
    return await PrometheusServer.#start(
      cluster,
      monitors.flatMap((monitor) => podJobs(monitor, pods)),
    );
  }

  static async #start(
    cluster: Cluster,
    jobs: readonly object[],
    rights: readonly KubernetesObject[] = [],
  ): Promise<PrometheusServer> {
    const configuration = { global: { scrape_interval: '3s' }, scrape_configs: jobs };
    const objects = [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace, name } },
      ...rights,
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { namespace, name },
        data: { 'prometheus.yml': JSON.stringify(configuration) },
      },
      server(),
    ];
    // In order: pods need their namespace and ServiceAccount.
    for (const object of objects) await kubectl(cluster, ['apply', '--server-side', '-f', '-'], object);
    const prometheus = new PrometheusServer(cluster, objects);
    await prometheus.#ready();
    return prometheus;
  }

  private constructor(cluster: Cluster, objects: readonly KubernetesObject[]) {
    this.#cluster = cluster;
    this.#objects = objects;
  }

  /** @throws Error with its log if it doesn't become Ready */
  async #ready(): Promise<void> {
    const words = ['wait', `pod/${name}`, '-n', namespace, '--for=condition=Ready', patience];
    const { stderr, exitCode } = await this.#cluster.kubectl(words);
    if (exitCode !== 0) throw new Error(`${stderr}${await this.#cluster.logs({ namespace, name })}`);
  }

  /** Returns the current result of a query. */
  async query(query: string): Promise<readonly Point[]> {
    await using forward = await this.#cluster.portForward({ namespace, kind: 'pod', name, port });
    const url = new URL('/api/v1/query', `http://127.0.0.1:${forward.port}`);
    url.searchParams.set('query', query);
    const response = (await (await fetch(url)).json()) as { data: { result: readonly Point[] } };
    return response.data.result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: this.#objects };
    const definition = 'servicemonitors.monitoring.coreos.com';
    await kubectl(this.#cluster, ['delete', '-f', '-', '--ignore-not-found', patience], list);
    await kubectl(this.#cluster, ['delete', 'crd', definition, '--ignore-not-found', patience]);
  }
}

async function jobsOfServices(cluster: Cluster, labels: Labels = {}): Promise<readonly object[]> {
  const [services, slices] = [await listed(cluster, 'services'), await listed(cluster, 'endpointslices')];
  const monitors = await listed(cluster, 'servicemonitors', labels);
  return monitors.flatMap((monitor) => serviceJobs(monitor, { services, slices }));
}

/** Returns the objects of a kind in all namespaces with some labels. */
async function listed(cluster: Cluster, resource: string, labels: Labels = {}): Promise<readonly KubernetesObject[]> {
  const pairs = Object.entries(labels).map((pair) => pair.join('='));
  const text = await kubectl(cluster, ['get', resource, '--all-namespaces', '-l', pairs.join(), '-o', 'json']);
  return (JSON.parse(text) as { items: KubernetesObject[] }).items;
}

/** Binds the role that the operator provides for readers of its metrics. */
function reading(operator: string): KubernetesObject {
  const apiGroup = 'rbac.authorization.k8s.io';
  return {
    apiVersion: `${apiGroup}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: `${name}-reads-metrics` },
    roleRef: { apiGroup, kind: 'ClusterRole', name: `${operator}-metrics-reader` },
    subjects: [{ kind: 'ServiceAccount', namespace, name }],
  };
}

function server(): KubernetesObject {
  const container = {
    image: workloads.prometheus.reference,
    ports: [{ containerPort: port }],
    readinessProbe: { httpGet: { path: '/-/ready', port }, periodSeconds: 1 },
    volumeMounts: [
      { name: 'configuration', mountPath: '/etc/prometheus' },
      { name: 'data', mountPath: '/prometheus' },
    ],
  };
  const volumes = [
    { name: 'configuration', configMap: { name } },
    { name: 'data', emptyDir: {} },
  ];
  const spec = restrictedPod(name, container, { serviceAccountName: name, volumes });
  return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name }, spec };
}
