// In: the program of an operator. Out: its operator from its sources, in one process after the other, until Ctrl-C. This
// process loads no source, and outlives their errors. `build` leaves this module out of bundles.

import { programPath } from '../process/program-path.ts';
import { StopSignals } from '../process/stop-signals.ts';
import type { AppLoader } from '../project/app-loader.ts';
import { printText } from '../terminal/output.ts';
import type { DevCluster } from './dev-cluster.ts';
import type { DevDashboard } from './dev-dashboard.ts';
import type { DevOptions } from './dev-option.ts';
import { embeddedDevCluster } from './embedded-dev-cluster.ts';
import { remoteDevCluster } from './remote-dev-cluster.ts';
import { Sessions } from './sessions.ts';

/**
 * Runs the operator of this program on a cluster, and again after each change of its sources, until SIGTERM, SIGINT or
 * SIGHUP; a second one ends the process at once.
 *
 * @throws CredentialsError or ApiError if the cluster can't be used; NotLeaderError if another process takes a Lease of the
 *   operator.
 */
export async function executeDev(load: AppLoader, options: DevOptions): Promise<void> {
  if (options.session === true) {
    const { runSession } = await import('./session.ts');
    await runSession(load, options);
    return;
  }
  using stop = new StopSignals();
  await using cluster = await devCluster(options);
  printText(`Developing on ${cluster.title}\n`);
  await using dashboard = await openedDashboard(options, cluster);
  await using sessions = new Sessions(programPath(), { cluster, dashboard }, options);
  const first = await sessions.next(stop.signal);
  if (first === undefined) return;
  await cluster.inPlaceOf(first.operator, stop.signal, (...term) => sessions.run(first, ...term));
}

/** Opens the dashboard if the options ask for it. */
async function openedDashboard({ dashboard }: DevOptions, cluster: DevCluster): Promise<DevDashboard | undefined> {
  if (dashboard === undefined) return undefined;
  const { DevDashboard } = await import('./dev-dashboard.ts');
  const opened = await DevDashboard.open(dashboard === true ? 0 : dashboard, cluster);
  printText(`The dashboard, for this user of this machine:\n  ${opened.url}\n`);
  return opened;
}

/**
 * Returns the cluster that the options or $KUBECONFIG name, else an embedded one. The current context of ~/.kube/config is
 * not enough: it is the cluster that kubectl was used on last, which may be in production.
 */
function devCluster(options: DevOptions): Promise<DevCluster> {
  const isNamed = [options.kubeconfig, options.context, process.env.KUBECONFIG].some(
    (word) => word !== undefined && word !== '',
  );
  return isNamed ? remoteDevCluster(options) : embeddedDevCluster();
}
