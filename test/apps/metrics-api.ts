import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ClusterAuthority } from '../../lib/testing/control-plane/cluster-authority.ts';
import type { ControlPlane } from '../../lib/testing/index.ts';
import { patience } from '../kubectl.ts';

const groupVersion = 'metrics.k8s.io/v1beta1';
const path = `/apis/${groupVersion}`;

/** A metrics server for one control plane, which reports the same usage for every pod. */
export class MetricsApi implements AsyncDisposable {
  /** The reported CPU usage of each pod, as a quantity. */
  cpu = '0';
  readonly #controlPlane: ControlPlane;
  readonly #server: Server;

  /** Starts the server and registers it; resolves when the API server forwards requests to it. */
  static async start(controlPlane: ControlPlane): Promise<MetricsApi> {
    const authority = await ClusterAuthority.create();
    const { certificate: cert, key } = await authority.issueServer('metrics-server');
    const metrics = new MetricsApi(controlPlane, createServer({ cert, key }));
    const { port } = await new Promise<AddressInfo>((resolve) => {
      metrics.#server.listen(0, '127.0.0.1', () => resolve(metrics.#server.address() as AddressInfo));
    });
    const service = { name: 'metrics-server', namespace: 'kube-system' };
    const objects = [
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: service,
        spec: { type: 'ExternalName', externalName: 'localhost' },
      },
      {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: 'v1beta1.metrics.k8s.io' },
        spec: {
          group: 'metrics.k8s.io',
          version: 'v1beta1',
          service: { ...service, port },
          insecureSkipTLSVerify: true,
          groupPriorityMinimum: 100,
          versionPriority: 100,
        },
      },
    ];
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    await metrics.#kubectl(['apply', '-f', '-'], input);
    await metrics.#kubectl(['wait', 'apiservice/v1beta1.metrics.k8s.io', '--for=condition=Available', patience]);
    return metrics;
  }

  private constructor(controlPlane: ControlPlane, server: Server) {
    this.#controlPlane = controlPlane;
    this.#server = server;
    server.on('request', ({ url = '/' }, response) => {
      void this.#answer(new URL(url, 'https://localhost')).then((body) => {
        response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body ?? {}));
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kubectl(['delete', 'apiservice/v1beta1.metrics.k8s.io']);
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer({ pathname, searchParams }: URL): Promise<object | undefined> {
    if (pathname === path) {
      const pods = { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] };
      return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [pods] };
    }
    const [, namespace] = /\/namespaces\/([^/]+)\/pods$/.exec(pathname) ?? [];
    if (namespace === undefined) return undefined;
    const selector = searchParams.get('labelSelector') ?? '';
    const names = await this.#kubectl(['get', 'pods', '-n', namespace, '-l', selector, '-o', 'name']);
    const items = names
      .split('\n')
      .filter((name) => name !== '')
      .map((name) => ({
        metadata: { namespace, name: name.replace('pod/', '') },
        // After the start of any pod: autoscalers ignore usage from before a pod was ready.
        timestamp: '2100-01-01T00:00:00Z',
        window: '1s',
        containers: [{ name: 'database', usage: { cpu: this.cpu, memory: '64Mi' } }],
      }));
    return { kind: 'PodMetricsList', apiVersion: groupVersion, metadata: {}, items };
  }

  async #kubectl(args: readonly string[], input?: string): Promise<string> {
    const options = input === undefined ? {} : { input };
    const { stdout, stderr, exitCode } = await this.#controlPlane.kubectl(args, options);
    if (exitCode !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  }
}
