// In: an app and the options of the command line. Out: a local web page with the resources of its operators, until
// SIGTERM or SIGINT. Called by `dashboard` of the app's own program.

import type { App } from 'cdk8s';
import { systemClock } from '../../clock/index.ts';
import { Operator } from '../../constructs/index.ts';
import { silentLogger } from '../../telemetry/index.ts';
import { type ClusterClientOptions, clusterConnection } from '../cluster-client.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { StopSignals } from '../process/stop-signals.ts';
import { printText } from '../terminal/output.ts';
import { Board } from './board.ts';
import { DashboardServer } from './dashboard-server.ts';
import { watchBoard, watchManagers } from './watched-board.ts';
import { watchedKinds } from './watched-kind.ts';

/** The options of `dashboard`. */
export interface DashboardOptions extends ClusterClientOptions {
  /** The only namespace to show. @default those that the operators watch */
  readonly namespace?: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

/**
 * Shows the custom resources of the app's operators, and their children, on a web page of this machine.
 *
 * @throws Failure if the definition has problems, if no operator has a controller, or if the port can't be used.
 */
export async function executeDashboard(app: App, { namespace, port, ...options }: DashboardOptions): Promise<void> {
  assertDefinition(app);
  const operators = Operator.in(app);
  const kinds = watchedKinds(operators, namespace === undefined ? undefined : [namespace]);
  if (kinds.length === 0) throw new Failure('this app has no controller, so there is nothing to show: construct one');
  const { client, server: cluster } = await clusterConnection(options);
  const board = new Board({ kinds, cluster, operators: operators.map(({ name }) => name) }, systemClock);
  using stop = new StopSignals();
  try {
    await using server = await DashboardServer.open(board, port, systemClock);
    printText(`the dashboard is open until Ctrl-C, for this user of this machine:\n  ${server.url}\n`);
    const ports = { client, clock: systemClock, logger: silentLogger };
    await Promise.all([
      watchBoard(board, { kinds, ...ports }, stop.signal),
      watchManagers(board, { operators, ...ports }, stop.signal),
    ]);
  } finally {
    await client.close();
  }
}
