// Runs a pod that sends requests to servers inside the cluster, as their users would. The nodes need the image of
// clients.

import type { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';
import { workloads } from './images/workload.ts';
import { restrictedPod } from './restricted-pod.ts';

const address = { namespace: 'default', name: 'client' };

/** A shell inside the cluster, with clients of databases, curl and nc. */
export class ClientPod {
  readonly #cluster: Cluster;

  static async in(cluster: Cluster): Promise<ClientPod> {
    const spec = restrictedPod('client', { image: workloads.client.reference });
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: address, spec };
    await kubectl(cluster, ['apply', '-f', '-'], object);
    await kubectl(cluster, ['wait', 'pod/client', '--for=condition=Ready', patience]);
    return new ClientPod(cluster);
  }

  private constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Runs a line of shell. @returns its standard output @throws Error with its standard error if it fails */
  async shell(line: string, stdin = ''): Promise<string> {
    const { stdout, stderr, exitCode } = await this.#cluster.exec(address, ['sh', '-ec', line], { stdin });
    if (exitCode !== 0) throw new Error(`${line}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Deletes the pod immediately. */
  async delete(): Promise<void> {
    await kubectl(this.#cluster, ['delete', 'pod/client', '--grace-period=1']);
  }
}
