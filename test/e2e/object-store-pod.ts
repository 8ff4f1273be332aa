// A server with S3's protocol in a pod. The nodes need its image. Called by tests of backups.

import type { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';
import { workloads } from './images/workload.ts';
import { restrictedPod } from './restricted-pod.ts';

const name = 'store';
const port = 7070;
const account = { AWS_ACCESS_KEY_ID: 'keeper', AWS_SECRET_ACCESS_KEY: 'secret' };

/** An object store with the bucket `backups`, which outlives its pod. */
export class ObjectStorePod {
  readonly #cluster: Cluster;
  readonly #namespace: string;

  constructor(cluster: Cluster, namespace: string) {
    [this.#cluster, this.#namespace] = [cluster, namespace];
  }

  /** The storage of a DatabaseBackup. */
  get storage(): object {
    const endpoint = `http://${name}.${this.#namespace}.svc:${port}`;
    return { s3: { endpoint, bucket: 'backups', credentials: { name } } };
  }

  /** Starts the pod, also again. */
  async start(): Promise<void> {
    const metadata = { namespace: this.#namespace, name, labels: { app: name } };
    const container = {
      image: workloads.objects.reference,
      args: [`mkdir -p /objects/backups; exec versitygw --port=:${port} --quiet posix /objects`],
      env: [
        { name: 'ROOT_ACCESS_KEY', value: account.AWS_ACCESS_KEY_ID },
        { name: 'ROOT_SECRET_KEY', value: account.AWS_SECRET_ACCESS_KEY },
      ],
      readinessProbe: { tcpSocket: { port }, periodSeconds: 1 },
      volumeMounts: [{ name, mountPath: '/objects' }],
    };
    const volumes = [{ name, persistentVolumeClaim: { claimName: name } }];
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const items = [
      { apiVersion: 'v1', kind: 'Secret', metadata, stringData: account },
      { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: metadata.labels, ports: [{ port }] } },
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: claim },
      { apiVersion: 'v1', kind: 'Pod', metadata, spec: restrictedPod(name, container, { volumes }) },
    ];
    await kubectl(this.#cluster, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
    await kubectl(this.#cluster, ['wait', `pod/${name}`, '-n', this.#namespace, '--for=condition=Ready', patience]);
  }

  /** Kills the pod. */
  async kill(): Promise<void> {
    await kubectl(this.#cluster, ['delete', 'pod', name, '-n', this.#namespace, '--grace-period=0', '--force']);
  }

  /** Returns the paths of the objects below a prefix. */
  async objects(prefix: string): Promise<readonly string[]> {
    const command = ['sh', '-ec', `cd /objects/backups/${prefix}; ls -d */*`];
    const { stdout } = await this.#cluster.exec({ namespace: this.#namespace, name }, command);
    return stdout.trim().split('\n');
  }
}
