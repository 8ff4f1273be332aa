// Nodes with the operator of PostgreSQLClusters, a cluster of three servers, and clients that write. Called by the
// tests on real nodes.

import { fileURLToPath } from 'node:url';
import { release } from '../../../apps/postgresql-cluster/release.ts';
import { Cluster } from '../../../lib/testing/index.ts';
import { managerImage } from '../images/manager-image.ts';
import { workloads } from '../images/workload.ts';
import { workloadImage } from '../images/workload-image.ts';
import { InstalledRelease } from '../installed-release.ts';
import { AcknowledgedRows, type RowReport } from './acknowledged-rows.ts';
import { BenchLoad } from './bench-load.ts';
import { type Drill, versions } from './drill.ts';
import { nodeOf, ServedCluster } from './served-cluster.ts';

const program = fileURLToPath(new URL('../../../apps/postgresql-cluster/main.ts', import.meta.url));

interface Site {
  readonly cluster: Cluster;
  readonly served: ServedCluster;
  readonly rows: AcknowledgedRows;
  readonly load: BenchLoad;
}

/** The costs of a drill. */
export interface DrillReport extends RowReport {
  /** The transactions of pgbench that the servers committed, also counted while they took none. */
  readonly transactionsPerSecond: number;
}

export class DrillSite implements AsyncDisposable {
  readonly #cluster: Cluster;
  readonly #served: ServedCluster;
  readonly #rows: AcknowledgedRows;
  readonly #load: BenchLoad;

  /** Resolves when three servers are Ready, and the clients write. */
  static async start(nodes: number): Promise<DrillSite> {
    const repository = workloads.postgresqlCluster.reference.split(':')[0] ?? '';
    const images = await Promise.all([
      managerImage(program, release.image),
      ...[versions.first, versions.next].map((tag) => workloadImage('postgresqlCluster', `${repository}:${tag}`)),
      workloadImage('newerPostgresqlCluster'),
    ]);
    const cluster = await Cluster.start({ nodes, images, podSecurity: 'restricted' });
    try {
      const installed = await InstalledRelease.on(cluster, { program, name: 'postgresql-cluster-operator' });
      const storage = { size: '1Gi' };
      const served = await ServedCluster.create(installed, 'orders', {
        version: versions.first,
        instances: 3,
        storage,
      });
      const rows = await AcknowledgedRows.start(cluster, served.connection);
      return new DrillSite({ cluster, served, rows, load: await BenchLoad.start(cluster, served.connection) });
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  private constructor({ cluster, served, rows, load }: Site) {
    [this.#cluster, this.#served, this.#rows, this.#load] = [cluster, served, rows, load];
  }

  /** Returns the nodes of the servers. */
  async nodes(): Promise<readonly string[]> {
    return (await this.#served.pods()).map(nodeOf);
  }

  /** Runs a drill while the clients write, until all servers are as their spec. */
  async report({ run }: Drill): Promise<DrillReport> {
    const first = await this.#rows.last();
    const transactionsPerSecond = await this.#load.meter();
    await run(this.#served, this.#rows);
    await this.#rows.flow();
    await this.#served.settled();
    return { ...(await this.#rows.since(first)), transactionsPerSecond: await transactionsPerSecond() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster.stop();
  }
}
