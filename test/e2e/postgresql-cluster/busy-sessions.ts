// Sessions that read from the replicas of a PostgreSQLCluster without a pause. Called by the test of autoscalers.

import type { Cluster } from '../../../lib/testing/index.ts';
import { kubectl } from '../../kubectl.ts';
import { startClient } from './database-client.ts';

const name = 'readers';

export interface SessionProps {
  /** The Secret of the connection: `namespace/name`. */
  readonly secret: string;
  /** The Service of the replicas. */
  readonly host: string;
  readonly count: number;
}

/** Clients whose queries read all acknowledged rows, and take a second. */
export class BusySessions {
  readonly #cluster: Cluster;
  readonly #address: { readonly namespace: string; readonly name: string };
  readonly #host: string;

  /** Starts the clients; resolves when their pod is Ready. */
  static async start(cluster: Cluster, { secret, host, count }: SessionProps): Promise<BusySessions> {
    // pgbench ends when a connection breaks.
    const script = `
export PGHOST=${host}
while true; do
  echo 'SELECT count(*), pg_sleep(1) FROM acknowledged;' |
    pgbench --no-vacuum --client=${count} --time=3600 --file=- || sleep 0.2
done`;
    await startClient(cluster, { name, command: ['sh', '-c', script], secret });
    return new BusySessions(cluster, { namespace: secret.split('/')[0] ?? '', name }, host);
  }

  private constructor(cluster: Cluster, address: { readonly namespace: string; readonly name: string }, host: string) {
    [this.#cluster, this.#address, this.#host] = [cluster, address, host];
  }

  /** Returns the address of the server that a new session gets. */
  async server(): Promise<string> {
    const command = ['psql', `host=${this.#host}`, '-Atc', 'SELECT host(inet_server_addr())'];
    const { stdout, stderr, exitCode } = await this.#cluster.exec(this.#address, command);
    if (exitCode !== 0) throw new Error(`no session with ${this.#host}: ${stderr}`);
    return stdout.trim();
  }

  /** Ends the clients. */
  async stop(): Promise<void> {
    const { namespace } = this.#address;
    await kubectl(this.#cluster, ['delete', 'pod', name, '-n', namespace, '--grace-period=0', '--force']);
  }
}
