// The load of pgbench on a PostgreSQLCluster, and the transactions that its servers have committed. Called by the drills.

import { systemClock } from '../../../lib/clock/index.ts';
import type { Cluster } from '../../../lib/testing/index.ts';
import { until } from '../../until.ts';
import { startClient } from './database-client.ts';

const name = 'pgbench';

/** The transactions per second that the clients offer: the servers leave time for others on a machine with two cores. */
export const offeredPerSecond = 100;

// pgbench ends when its connections break, and waits for a server that hangs.
const program = `
pgbench --initialize --quiet || exit
while true; do
  timeout --signal=KILL 10 pgbench --no-vacuum --client=4 --rate=${offeredPerSecond} --time=8
  sleep 0.2
done`;

/** Four clients, which write without an end. Each transaction adds a row to a table. */
export class BenchLoad {
  readonly #cluster: Cluster;
  readonly #address: { readonly namespace: string; readonly name: string };

  /** Starts the clients; resolves when transactions are committed. @param secret - `namespace/name` of the connection */
  static async start(cluster: Cluster, secret: string): Promise<BenchLoad> {
    await startClient(cluster, { name, command: ['sh', '-c', program], secret });
    const load = new BenchLoad(cluster, secret.split('/')[0] ?? '');
    // Until then its table is missing.
    await until('pgbench commits', async () => (await load.#committed().catch(() => 0)) > 0);
    return load;
  }

  private constructor(cluster: Cluster, namespace: string) {
    [this.#cluster, this.#address] = [cluster, { namespace, name }];
  }

  /** Returns a function with the mean of committed transactions per second from now on. */
  async meter(): Promise<() => Promise<number>> {
    const [before, begin] = [await this.#committed(), systemClock.monotonic()];
    return async () => ((await this.#committed()) - before) / ((systemClock.monotonic() - begin) / 1_000);
  }

  /** Returns the number of transactions in the table. */
  async #committed(): Promise<number> {
    const command = ['psql', '-Atc', 'SELECT count(*) FROM pgbench_history'];
    const { stdout, stderr, exitCode } = await this.#cluster.exec(this.#address, command);
    if (exitCode !== 0) throw new Error(`the transactions of pgbench can't be counted: ${stderr}`);
    return Number(stdout);
  }
}
