// In: an app and its command line. Out: its operator, running until SIGTERM or SIGINT. Called by `run` and a session of `dev`.

import { hostname } from 'node:os';
import type { App } from 'cdk8s';
import { type Credentials, HttpClient, loadCredentials } from '../../client/index.ts';
import { systemClock } from '../../clock/index.ts';
import { healthPort, type Operator } from '../../constructs/index.ts';
import { type ManagerOptions, runManager } from '../../runtime/index.ts';
import { ListenError, listenAddress, metricsAddress } from '../../server/index.ts';
import { jsonLogger } from '../../telemetry/index.ts';
import { prometheusMetrics } from '../../telemetry/prometheus/index.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { cacheBytes } from '../process/heap.ts';
import { StopSignals } from '../process/stop-signals.ts';
import { operatorToRun } from '../project/app-operator.ts';
import { consoleToLog } from './console-log.ts';
import { updateDefinitions, updatedKinds } from './definition-update.ts';
import { defaultAddress, mirroredImages, type RunOptions, watchNamespaces, webhookOptions } from './run-option.ts';
import { TraceFile } from './trace-file.ts';

/**
 * Runs the app's operator against the cluster.
 *
 * The first SIGTERM, SIGINT or SIGHUP stops it in order; the second ends the process at once.
 *
 * @throws Failure if the definition has problems, or isn't one operator with something to do.
 */
export async function executeRun(app: App, options: RunOptions): Promise<void> {
  assertDefinition(app);
  const operator = operatorToRun(app);
  const settings = managerSettings(operator, options);
  const clock = systemClock;
  const logger = jsonLogger({ level: options.logLevel }).with({ operator: operator.name });
  const metrics = await prometheusMetrics();
  const credentials = await loadCredentials({ clock, kubeconfig: options.kubeconfig, context: options.context });
  if (credentials.warning !== undefined) logger.warn(credentials.warning);
  const requests = metrics.client();
  const connect = () => new HttpClient(credentials, { clock, fieldManager: operator.name, metrics: requests });

  using trace = options.record === undefined ? undefined : new TraceFile(options.record);

  using stop = new StopSignals((signal) => logger.info('stopping', { signal }));
  const consoleToStandard = consoleToLog(logger);
  try {
    const electionNamespace = options.leaderElect === true ? leaseNamespace(operator, credentials) : undefined;
    logger.info('starting', {
      version: operator.props.version,
      server: credentials.server.href,
      ...(electionNamespace !== undefined && { leaseNamespace: electionNamespace }),
    });
    const kinds = updatedKinds(operator, options);
    if (kinds.length > 0) await updateDefinitions(operator, { connect, clock, logger, kinds }, stop.signal);
    await runManager(
      operator,
      { connect, clock, logger, metrics },
      { ...settings, leaseNamespace: electionNamespace, recording: trace?.options },
      stop.signal,
    );
    logger.info('stopped');
  } catch (error) {
    throw listenFailure(error);
  } finally {
    consoleToStandard();
  }
}

/** Returns the options of the manager that don't depend on the cluster. @throws Failure if one isn't valid. */
function managerSettings({ props }: Operator, options: RunOptions): ManagerOptions {
  const health = options.healthAddress ?? defaultAddress(healthPort, { environment: process.env });
  return {
    hostname: hostname(),
    watchNamespaces: watchNamespaces(options.watchNamespaces, props),
    images: mirroredImages(props.childImages, process.env),
    healthAddress: listenAddress(health, 'health server'),
    metrics: metricsOptions(options),
    webhooks: webhookOptions(options),
    cacheBytes: cacheBytes(),
  };
}

function metricsOptions(options: RunOptions): ManagerOptions['metrics'] {
  const address = metricsAddress(options.metricsAddress);
  return address && { address, certificateDirectory: options.metricsCertDir };
}

/** Server → the option with its address. */
const addressOptions: ReadonlyMap<string, string> = new Map([
  ['health server', '--health-address'],
  ['metrics server', '--metrics-address'],
  ['webhook server', '--webhook-address'],
]);

/** Returns the failure of a run; if a server can't listen at its address, with the option to change. */
export function listenFailure(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const option = cause instanceof ListenError ? addressOptions.get(cause.server) : undefined;
    if (option !== undefined) return new Failure(`${cause.message} (${option})`, { cause: error });
  }
  return error;
}

/**
 * Returns the namespace of an operator's Leases. In a pod it is the pod's own, since OLM's installer chooses the
 * namespace and grants rights in no other. Elsewhere it is that of the definition, so that a local process competes
 * with the pods.
 */
export function leaseNamespace(
  operator: Pick<Operator, 'namespace'>,
  { podNamespace }: Pick<Credentials, 'podNamespace'>,
): string {
  return podNamespace ?? operator.namespace;
}
