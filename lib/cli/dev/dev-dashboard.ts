// In: the operators of sessions, and the reports of their managers. Out: the page of the dashboard, at one URL for all
// sessions. Opened by `dev`, filled by `Sessions`.

import { systemClock } from '../../clock/index.ts';
import { silentLogger } from '../../telemetry/index.ts';
import { Board } from '../dashboard/board.ts';
import { DashboardServer } from '../dashboard/dashboard-server.ts';
import { ObservedManager } from '../dashboard/observed-manager.ts';
import { watchBoard } from '../dashboard/watched-board.ts';
import type { DevCluster } from './dev-cluster.ts';
import type { LoadedOperator, WorkReport } from './session-message.ts';

/** The dashboard of an operator under development. */
export class DevDashboard implements AsyncDisposable {
  readonly #cluster: DevCluster;
  readonly #server: DashboardServer;
  readonly #manager = new ObservedManager();
  #board: Board;
  #shown = '';
  #stop = new AbortController();
  #watched: Promise<void> = Promise.resolve();

  /** @param port - 0 lets the system choose. @throws Failure if the port is in use or forbidden. */
  static async open(port: number, cluster: DevCluster): Promise<DevDashboard> {
    const board = new Board({ kinds: [], operators: [], cluster: cluster.server }, systemClock);
    return new DevDashboard(cluster, await DashboardServer.open(board, port, systemClock), board);
  }

  private constructor(cluster: DevCluster, server: DashboardServer, board: Board) {
    this.#cluster = cluster;
    this.#server = server;
    this.#board = board;
  }

  /** The URL for the developer's browser, with the token. */
  get url(): string {
    return this.#server.url;
  }

  /** Shows the kinds of an operator; those of the session before stay if they are the same. */
  async show({ name, kinds }: LoadedOperator): Promise<void> {
    const shown = JSON.stringify([name, kinds]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    await this.#endWatches();
    this.#stop = new AbortController();
    const { server, connect } = this.#cluster;
    this.#board = new Board({ kinds, operators: [name], cluster: server, manager: this.#manager }, systemClock);
    this.#watched = watchAndClose(this.#board, kinds, { client: connect(), signal: this.#stop.signal });
    this.#server.show(this.#board);
  }

  /** Shows the work of a session's manager. */
  record(report: WorkReport): void {
    if (report.type === 'reconcile') this.#board.recordReconcile(report.reconcile);
    else this.#board.recordWork(report.work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#endWatches();
    await this.#server[Symbol.asyncDispose]();
  }

  async #endWatches(): Promise<void> {
    this.#stop.abort();
    await this.#watched;
  }
}

async function watchAndClose(
  board: Board,
  kinds: LoadedOperator['kinds'],
  { client, signal }: { readonly client: ReturnType<DevCluster['connect']>; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await watchBoard(board, { kinds, client, clock: systemClock, logger: silentLogger }, signal);
  } finally {
    await client.close();
  }
}
