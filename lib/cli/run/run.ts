// In: an app and its command line. Out: its operator, running until SIGTERM or SIGINT. Called by `run` and a session of `dev`.

import { hostname } from 'node:os';
import type { App } from 'cdk8s';
import { definitionKind, type Kind } from '../../api/index.ts';
import { type Credentials, HttpClient, loadCredentials } from '../../client/index.ts';
import { systemClock } from '../../clock/index.ts';
import { Controller, healthPort, Operator, webhookPorts } from '../../constructs/index.ts';
import { type ManagerOptions, runManager } from '../../runtime/index.ts';
import { isLoopback, ListenError, listenAddress, metricsAddress } from '../../server/index.ts';
import { jsonLogger, type LogLevel } from '../../telemetry/index.ts';
import { prometheusMetrics } from '../../telemetry/prometheus/index.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { cacheBytes } from '../process/heap.ts';
import { StopSignals } from '../process/stop-signals.ts';
import { consoleToLog } from './console-log.ts';
import { configurationKinds, updateDefinitions } from './definition-update.ts';
import { mirroredImages, watchNamespaces, webhookUrl } from './run-option.ts';
import { TraceFile } from './trace-file.ts';

/** The options of `run`. */
export interface RunOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly leaderElect?: boolean;
  readonly watchNamespaces?: string;
  /** @default {@link defaultAddress} */
  readonly healthAddress?: string;
  readonly metricsAddress: string;
  readonly metricsCertDir?: string;
  /** @default {@link defaultAddress} */
  readonly webhookAddress?: string;
  readonly webhookCertDir?: string;
  readonly webhookUrl?: string;
  readonly applyDefinitions?: boolean;
  /** The file to record reconciles into. */
  readonly record?: string;
  readonly logLevel: LogLevel;
}

/**
 * Runs the app's operator against the cluster.
 *
 * The first SIGTERM, SIGINT or SIGHUP stops it in order; the second ends the process at once.
 *
 * @throws Failure if the definition has problems, or isn't one operator with something to do.
 */
export async function runCommand(app: App, options: RunOptions): Promise<void> {
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

/** Returns the operator of an app. @throws Failure if there isn't one, or it has nothing to do. */
export function operatorToRun(app: App): Operator {
  const operators = Operator.in(app);
  const [operator, other] = operators;
  if (operator === undefined) throw new Failure('this app has no operator to run: construct one in it');
  if (other !== undefined) {
    throw new Failure(`this app has ${operators.length} operators, and a process runs one: write a main file for each`);
  }
  if (Controller.in(operator).length === 0 && !operator.webhooks.isNeeded) {
    throw new Failure(
      `operator ${operator.name} has neither controllers nor webhooks, so there is nothing to run: construct one in it`,
    );
  }
  return operator;
}

/**
 * Returns the kinds of installed objects that a start updates. Includes webhook configurations only if API servers call
 * this process: those of a Service without pods would block all writes.
 */
export function updatedKinds(
  operator: Operator,
  { applyDefinitions = false, webhookUrl: url }: Pick<RunOptions, 'applyDefinitions' | 'webhookUrl'>,
): readonly Kind[] {
  const isCalled = url !== undefined && operator.webhooks.isNeeded;
  return [...(applyDefinitions || isCalled ? [definitionKind] : []), ...(isCalled ? configurationKinds : [])];
}

function metricsOptions(options: RunOptions): ManagerOptions['metrics'] {
  const address = metricsAddress(options.metricsAddress);
  return address && { address, certificateDirectory: options.metricsCertDir };
}

/** Returns the options of serving webhooks; undefined if none are served. @throws Failure if they contradict each other. */
export function webhookOptions(
  options: Pick<RunOptions, 'webhookAddress' | 'webhookCertDir' | 'webhookUrl'>,
): ManagerOptions['webhooks'] {
  const url = options.webhookUrl === undefined ? undefined : webhookUrl(options.webhookUrl);
  const ownAddress = defaultAddress(webhookPorts.container, { environment: process.env, calledAs: url?.host });
  const address = listenAddress(options.webhookAddress ?? ownAddress, 'webhook server');
  if (address === undefined && url !== undefined) {
    throw new Failure(`no server listens for --webhook-url ${options.webhookUrl}: leave out --webhook-address=0`);
  }
  return address && { address, certificateDirectory: options.webhookCertDir, url };
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

/** The environment from which a server's address follows. */
interface ServerPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The host by which API servers call it, for development. @default its Service, which has only pods */
  readonly calledAs?: string | undefined;
}

/**
 * Returns the default address of a server. It is all interfaces in a pod, and if API servers call it by the name of
 * this machine. Otherwise it is loopback.
 */
export function defaultAddress(port: number, { environment, calledAs = 'localhost' }: ServerPlace): string {
  // The kubelet sets it in every container, whatever credentials the process uses.
  const isInPod = environment.KUBERNETES_SERVICE_HOST !== undefined;
  return isInPod || !isLoopback(calledAs) ? `:${port}` : `127.0.0.1:${port}`;
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
