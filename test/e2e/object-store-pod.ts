// A server with S3's protocol in a pod. The nodes need its image. Called by tests of backups.

import { issueAuthority, issueServingCertificate, type ServingCertificate } from '../../lib/certificate/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';
import { workloads } from './images/workload.ts';
import { restrictedPod } from './restricted-pod.ts';

const name = 'store';
const port = 7070;
const certificates = '/certificates';
const secure = `--cert=${certificates}/tls.crt --key=${certificates}/tls.key`;
const account = { AWS_ACCESS_KEY_ID: 'keeper', AWS_SECRET_ACCESS_KEY: 'secret' };

/** A certificate of the server, and that of its CA, as PEM. */
interface StoreCertificate extends ServingCertificate {
  readonly authority: string;
}

/** Issues a certificate for a server in a namespace. */
export async function storeCertificate(namespace: string): Promise<StoreCertificate> {
  const nowMs = systemClock.now();
  const authority = await issueAuthority(name, nowMs);
  const serving = await issueServingCertificate(authority, [hostIn(namespace)], nowMs);
  return { ...serving, authority: authority.certificate };
}

function hostIn(namespace: string): string {
  return `${name}.${namespace}.svc`;
}

/** An object store with the bucket `backups`, which outlives its pod. */
export class ObjectStorePod {
  readonly #cluster: Cluster;
  readonly #namespace: string;
  readonly #certificate: StoreCertificate | undefined;

  /** @param certificate - @default none, with plain HTTP */
  constructor(cluster: Cluster, namespace: string, certificate?: StoreCertificate) {
    [this.#cluster, this.#namespace, this.#certificate] = [cluster, namespace, certificate];
  }

  /** The storage of a DatabaseBackup, or the repository of a PostgreSQLCluster. */
  get storage(): object {
    const isSecure = this.#certificate !== undefined;
    const endpoint = `${isSecure ? 'https' : 'http'}://${hostIn(this.#namespace)}:${port}`;
    const authorities = isSecure && { authorities: { name } };
    return { s3: { endpoint, bucket: 'backups', credentials: { name }, ...authorities } };
  }

  /** Starts the pod, also again. */
  async start(): Promise<void> {
    const metadata = { namespace: this.#namespace, name, labels: { app: name } };
    const container = {
      image: workloads.objects.reference,
      args: [
        `mkdir -p /objects/backups; exec versitygw --port=:${port} --quiet ${this.#certificate ? secure : ''} posix /objects`,
      ],
      env: [
        { name: 'ROOT_ACCESS_KEY', value: account.AWS_ACCESS_KEY_ID },
        { name: 'ROOT_SECRET_KEY', value: account.AWS_SECRET_ACCESS_KEY },
      ],
      readinessProbe: { tcpSocket: { port }, periodSeconds: 1 },
      volumeMounts: [
        { name, mountPath: '/objects' },
        { name: 'certificates', mountPath: certificates },
      ],
    };
    const volumes = [
      { name, persistentVolumeClaim: { claimName: name } },
      { name: 'certificates', secret: { secretName: name } },
    ];
    const { certificate = '', key = '', authority = '' } = this.#certificate ?? {};
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const items = [
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata,
        stringData: { ...account, 'tls.crt': certificate, 'tls.key': key },
      },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'ca.crt': authority } },
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

  /** Overwrites a byte in the middle of the largest object below the last prefix that a pattern of the shell matches. */
  async damage(pattern: string): Promise<void> {
    const script = `cd "$(ls -d /objects/backups/${pattern} | tail -n 1)"
      path=$(du --all | sort -rn | cut -f 2 | while read -r each; do [ ! -f "$each" ] || { echo "$each"; break; }; done)
      printf '\\377' | dd of="$path" bs=1 seek=$(($(stat -c %s "$path") / 2)) conv=notrunc`;
    const { stderr, exitCode } = await this.#cluster.exec({ namespace: this.#namespace, name }, ['sh', '-ec', script]);
    if (exitCode !== 0) throw new Error(`no object of ${pattern} was damaged: ${stderr}`);
  }

  /** Returns the paths of the objects below a prefix. */
  async objects(prefix: string): Promise<readonly string[]> {
    const command = ['sh', '-ec', `cd /objects/backups/${prefix}; ls -d */*`];
    const { stdout } = await this.#cluster.exec({ namespace: this.#namespace, name }, command);
    return stdout.trim().split('\n');
  }
}
