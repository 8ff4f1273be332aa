// In: a release in a cluster whose nodes have the image of Prometheus. Out: a Prometheus that reads the manager's metrics as
// its ServiceMonitor says, by the token of its own account; and what it has read.

import { workloads } from './images/workload.ts';
import type { InstalledRelease } from './installed-release.ts';
import { restrictedPod } from './restricted-pod.ts';

const namespace = 'monitoring';
const port = 9090;

/** A point of a series, as Prometheus answers queries. */
interface Point {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A Prometheus of its own namespace and account. */
export class PrometheusServer implements AsyncDisposable {
  readonly #release: InstalledRelease;

  /** @param operator - name of the operator whose manager it reads. */
  static async for(release: InstalledRelease, operator: string): Promise<PrometheusServer> {
    const account = 'prometheus';
    const metadata = { namespace, name: account };
    const pod = restrictedPod(
      account,
      {
        image: workloads.prometheus.reference,
        ports: [{ containerPort: port }],
        readinessProbe: { httpGet: { path: '/-/ready', port }, periodSeconds: 1 },
        volumeMounts: [
          { name: 'configuration', mountPath: '/etc/prometheus' },
          { name: 'data', mountPath: '/prometheus' },
        ],
      },
      {
        serviceAccountName: account,
        volumes: [
          { name: 'configuration', configMap: { name: account } },
          { name: 'data', emptyDir: {} },
        ],
      },
    );
    const data = { 'prometheus.yml': JSON.stringify(configuration(release.namespace, operator)) };
    const objects = [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: { name: `${account}-reads-metrics` },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${operator}-metrics-reader` },
        subjects: [{ kind: 'ServiceAccount', namespace, name: account }],
      },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata, data },
      { apiVersion: 'v1', kind: 'Pod', metadata, spec: pod },
    ];
    // One by one: pods need their namespace and account.
    for (const object of objects) await release.apply(object);
    await release.kubectl('wait', `pod/${account}`, '-n', namespace, '--for=condition=Ready', '--timeout=120s');
    return new PrometheusServer(release);
  }

  private constructor(release: InstalledRelease) {
    this.#release = release;
  }

  /** What a query gives now. */
  async query(query: string): Promise<readonly Point[]> {
    const { cluster } = this.#release;
    await using forward = await cluster.portForward({ namespace, kind: 'pod', name: 'prometheus', port });
    const url = new URL('/api/v1/query', `http://127.0.0.1:${forward.port}`);
    url.searchParams.set('query', query);
    const answer = (await (await fetch(url)).json()) as { data: { result: readonly Point[] } };
    return answer.data.result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#release.kubectl('delete', 'clusterrolebinding', 'prometheus-reads-metrics');
    await this.#release.kubectl('delete', 'namespace', namespace, '--timeout=120s');
  }
}

/** What the Prometheus operator makes of the manager's ServiceMonitor, with the target written out. */
function configuration(operatorNamespace: string, operator: string) {
  return {
    global: { scrape_interval: '1s' },
    scrape_configs: [
      {
        job_name: operator,
        scheme: 'https',
        authorization: { credentials_file: '/var/run/secrets/kubernetes.io/serviceaccount/token' },
        tls_config: { insecure_skip_verify: true },
        static_configs: [{ targets: [`${operator}-metrics.${operatorNamespace}.svc:8443`] }],
      },
    ],
  };
}
