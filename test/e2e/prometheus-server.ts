// Runs a Prometheus that reads the manager's metrics by its ServiceMonitor, with the token of its own ServiceAccount, or
// those of pods by PodMonitors.
// The nodes need its image.

import { join } from 'node:path';
import type { KubernetesObject } from '../../lib/api/index.ts';
import { publishedDefinitions } from '../import/definitions/published-definition.ts';
import { kubectl, patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { workloads } from './images/workload.ts';
import type { InstalledRelease } from './installed-release.ts';
import { restrictedPod } from './restricted-pod.ts';
import { podScrapeConfiguration, scrapeConfigurations } from './scrape-configuration.ts';

const namespace = 'monitoring';
const name = 'prometheus';
const port = 9090;
const monitors = 'servicemonitors.monitoring.coreos.com';

/** A sample of a series, as in query responses. */
interface Point {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A Prometheus in its own namespace, with its own ServiceAccount. */
export class PrometheusServer implements AsyncDisposable {
  readonly #release: InstalledRelease;
  readonly #objects: readonly KubernetesObject[];

  /** @param operator - the name of the operator with the manager. */
  static async for(release: InstalledRelease, operator: string): Promise<PrometheusServer> {
    const definition = join(
      await publishedDefinitions('prometheus-operator'),
      'monitoring.coreos.com_servicemonitors.yaml',
    );
    await release.kubectl('apply', '--server-side', '-f', definition);
    await until(
      'the CRD of ServiceMonitors is established',
      async () => (await release.cluster.kubectl(['get', monitors])).exitCode === 0,
    );
    await release.applyMonitor();
    const found = await release.list(monitors, release.namespace);
    const jobs = await Promise.all(found.map((monitor) => scrapeConfigurations(release, monitor)));
    return await PrometheusServer.#start(release, jobs.flat(), [reading(operator)]);
  }

  /** Reads the current pods of all PodMonitors in a namespace. */
  static async forPods(release: InstalledRelease, monitored: string): Promise<PrometheusServer> {
    const found = await release.list('podmonitors.monitoring.coreos.com', monitored);
    const jobs = await Promise.all(found.map((monitor) => podScrapeConfiguration(release, monitor)));
    return await PrometheusServer.#start(release, jobs.flat(), []);
  }

  static async #start(
    release: InstalledRelease,
    jobs: readonly object[],
    rights: readonly KubernetesObject[],
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
    for (const object of objects) await release.apply(object);
    const prometheus = new PrometheusServer(release, objects);
    await prometheus.#ready();
    return prometheus;
  }

  private constructor(release: InstalledRelease, objects: readonly KubernetesObject[]) {
    this.#release = release;
    this.#objects = objects;
  }

  /** @throws Error with its log if it doesn't become Ready */
  async #ready(): Promise<void> {
    const { cluster } = this.#release;
    const words = ['wait', `pod/${name}`, '-n', namespace, '--for=condition=Ready', patience];
    const { stderr, exitCode } = await cluster.kubectl(words);
    if (exitCode !== 0) throw new Error(`${stderr}${await cluster.logs({ namespace, name })}`);
  }

  /** Returns the current result of a query. */
  async query(query: string): Promise<readonly Point[]> {
    const { cluster } = this.#release;
    await using forward = await cluster.portForward({ namespace, kind: 'pod', name, port });
    const url = new URL('/api/v1/query', `http://127.0.0.1:${forward.port}`);
    url.searchParams.set('query', query);
    const response = (await (await fetch(url)).json()) as { data: { result: readonly Point[] } };
    return response.data.result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: this.#objects };
    await kubectl(this.#release.cluster, ['delete', '-f', '-', '--ignore-not-found', patience], list);
    await this.#release.kubectl('delete', 'crd', monitors, '--ignore-not-found', patience);
  }
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
