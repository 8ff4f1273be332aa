// In: the loader of an app, in a process of its own. Out: its operator, until the next save. Started by `dev`, which
// decides when the operator begins and stops.

import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { KubernetesObject } from '../../api/index.ts';
import { type Client, HttpClient, isServerError, loadCredentials } from '../../client/index.ts';
import { machineOriginMs, systemClock, whenAborted } from '../../clock/index.ts';
import { certificateLeaseName, type Operator, replicaLeases } from '../../constructs/index.ts';
import { leaderClient, type ManagerState, runManager } from '../../runtime/index.ts';
import { thrownText } from '../../system/index.ts';
import { silentMetrics } from '../../telemetry/index.ts';
import { watchedKinds } from '../dashboard/watched-kind.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import type { AppLoader } from '../project/app-loader.ts';
import { operatorToRun } from '../project/app-operator.ts';
import { updateDefinitions, updatedKinds } from '../run/definition-update.ts';
import { listenFailure } from '../run/run.ts';
import { mirroredImages, watchNamespaces, webhookOptions } from '../run/run-option.ts';
import { printText } from '../terminal/output.ts';
import type { DevOptions } from './dev-option.ts';
import { reportManager } from './manager-report.ts';
import { endedReconcile, reconcileLines } from './reconcile-line.ts';
import type { LoadedOperator, SessionReport, SessionRequest, WebhookPlace, WriteTerm } from './session-message.ts';
import { TerminalLogger, timeOfDay } from './terminal-logger.ts';

/**
 * Loads the app when `dev` asks for it, and then runs its operator until `dev` asks for the end.
 *
 * @throws Failure if the sources can't be loaded, or the definition has problems.
 */
export async function runSession(load: AppLoader, options: DevOptions): Promise<void> {
  const requests = { load: new AbortController(), begin: new AbortController(), stop: new AbortController() };
  const { signal } = requests.stop;
  let leadsUntilMs = Number.POSITIVE_INFINITY;
  let webhooks: WebhookPlace | undefined;
  process.on('message', (request: SessionRequest | WebhookPlace | WriteTerm) => {
    if (typeof request === 'string') requests[request].abort();
    else if ('webhookUrl' in request) webhooks = request;
    else leadsUntilMs = request.writesUntilMs - machineOriginMs;
  });
  process.on('disconnect', () => requests.stop.abort());
  const isAsked = async (request: SessionRequest) => {
    await whenAborted(AbortSignal.any([requests[request].signal, signal]));
    return !signal.aborted;
  };
  // Ctrl-C and the end of a terminal reach all its processes: `dev` stops this one.
  process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  try {
    if (!(await isAsked('load'))) return;
    const app = await load().catch(throwSourceFailure);
    assertDefinition(app);
    const operator = operatorToRun(app);
    report({ type: 'loaded', operator: loadedOperator(operator, options) });
    const right = { isLeader: () => systemClock.monotonic() < leadsUntilMs };
    if (await isAsked('begin')) await runOperator(operator, { ...options, ...webhooks, right }, signal);
  } finally {
    // `dev` may have ended first.
    if (process.connected) process.disconnect();
  }
  // Timers and requests of the author's callbacks must not delay the next session.
  process.exit(0);
}

/** The options of a session, and its right to write: `dev` holds the Leases, and informs it. */
interface RunOptions extends DevOptions {
  readonly right: Parameters<typeof leaderClient>[1];
}

async function runOperator(operator: Operator, options: RunOptions, signal: AbortSignal): Promise<void> {
  const clock = systemClock;
  const logger = new TerminalLogger(clock);
  const credentials = await loadCredentials({ clock, kubeconfig: options.kubeconfig, context: options.context });
  const connect = () =>
    leaderClient(new HttpClient(credentials, { clock, fieldManager: operator.name }), options.right);
  const kinds = updatedKinds(operator, { ...options, applyDefinitions: true });
  await updateDefinitions(operator, { connect, clock, logger, kinds }, signal);
  const isObserved = options.dashboard !== undefined;
  const managerOptions = {
    hostname: hostname(),
    watchNamespaces: watchNamespaces(options.watchNamespaces, operator.props),
    images: mirroredImages(operator.props.childImages, process.env),
    webhooks: options.webhookUrl === undefined ? undefined : webhookOptions(options),
    onReconcile: (...ended: Parameters<typeof reconcileLines>) => {
      printText(`${timeOfDay(clock)} ${reconcileLines(...ended)}`);
      if (isObserved) report({ type: 'reconcile', reconcile: endedReconcile(ended[0]) });
    },
    onCreated: (state: () => ManagerState) => {
      if (isObserved) void reportManager(state, { clock, report: (work) => report({ type: 'work', work }) }, signal);
    },
    onStarted: () =>
      void webhookRemarks(operator, connect, options).then((remarks) => report({ type: 'started', remarks })),
  };
  try {
    await runManager(operator, { connect, clock, logger, metrics: silentMetrics }, managerOptions, signal);
  } catch (error) {
    throw listenFailure(error);
  }
}

function loadedOperator(operator: Operator, { watchNamespaces: words }: DevOptions): LoadedOperator {
  const { name, namespace, props, webhooks } = operator;
  const watched = watchNamespaces(words, props);
  const shards = props.shards === undefined ? [] : replicaLeases(name, props.shards).shards;
  return {
    ...{ name, namespace },
    leases: [name, ...shards],
    certificateLease: webhooks.isNeeded ? certificateLeaseName(operator) : undefined,
    manifests: operator.toJson(),
    samples: operator.samples?.toJson() ?? [],
    kinds: watchedKinds([operator], watched),
  };
}

function report(message: SessionReport): void {
  process.send?.(message);
}

/** Throws the failure of loading sources; that of a syntax error shows the line. */
function throwSourceFailure(error: unknown): never {
  if (!(error instanceof SyntaxError) || error.stack === undefined) throw error;
  // Node puts the line in front of the stack.
  const [line = ''] = error.stack.split(`\n${error.name}`);
  const place = line.trimEnd().replace(/^file:\S+(?=:\d+$)/m, (url) => fileURLToPath(url));
  throw new Failure(`the sources can't be loaded: ${error.message}\n${place}`, { cause: error });
}

/** Returns a sentence for the developer if API servers don't reach the webhooks of this process at their URL. */
async function webhookRemarks(
  operator: Operator,
  connect: () => Client,
  { webhookUrl }: DevOptions,
): Promise<readonly string[]> {
  if (!operator.webhooks.isNeeded || webhookUrl === undefined) return [];
  const client = connect();
  try {
    // A dry run calls the webhooks of the kind.
    const samples: readonly KubernetesObject[] = operator.samples?.toJson() ?? [];
    for (const sample of samples) {
      const found = operator.definitions.find(({ definition }) => definition.kind === sample.kind);
      const metadata = { namespace: 'default', ...sample.metadata };
      if (found !== undefined) await client.create(found.definition, { ...sample, metadata }, { dryRun: true });
    }
    return [];
  } catch (error) {
    const isUnreached = isServerError(error) && thrownText(error).includes('webhook');
    return isUnreached ? [`the API servers don't reach this process at ${webhookUrl}: ${thrownText(error)}`] : [];
  } finally {
    await client.close();
  }
}
