import type { Registry } from 'prom-client';
import type {
  CertificateFilesMetrics,
  ClientMetrics,
  ConversionMetrics,
  InstallationMetrics,
  LeaderElectionMetrics,
  Metrics,
  ReconcileMetrics,
} from '../metrics.ts';
import type { PrometheusClient } from './prometheus-client.ts';
import { controllerSeries } from './series/controller-series.ts';
import { declaredSeries } from './series/declared-series.ts';
import { queueSeries } from './series/queue-series.ts';
import { webhookSeries } from './series/webhook-series.ts';

/**
 * Returns metrics with the names, labels and buckets of controller-runtime, so that existing dashboards and alerts work
 * unchanged. Adds the Prometheus client's own process metrics.
 *
 * Loads prom-client only when called.
 *
 * @see https://book.kubebuilder.io/reference/metrics-reference
 */
export async function prometheusMetrics(): Promise<Metrics> {
  const { collectProcessMetrics, prometheusClient: client } = await import('./prometheus-client.ts');
  const registry = new client.Registry();
  collectProcessMetrics(registry);
  return {
    controller: controllerSeries(client, registry),
    pass: reconcileSeries(client, registry),
    queue: queueSeries(client, registry),
    client: clientSeries(client, registry),
    leaderElection: leaderElectionSeries(client, registry),
    droppedKinds: droppedKindsSeries(client, registry),
    webhook: webhookSeries(client, registry),
    conversion: conversionSeries(client, registry),
    certificateFiles: certificateFilesSeries(client, registry),
    installation: installationSeries(client, registry),
    declared: declaredSeries(client, registry),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

/** Registers controller-runtime's series for certificates in files, which serve webhooks and metrics. */
function certificateFilesSeries({ Counter }: PrometheusClient, registry: Registry): Metrics['certificateFiles'] {
  const registers = [registry];
  const reads = new Counter({
    name: 'certwatcher_read_certificate_total',
    help: 'How often certificates in files were looked at',
    registers,
  });
  const failures = new Counter({
    name: 'certwatcher_read_certificate_errors_total',
    help: 'How often certificates in files could not be served, or not be read',
    registers,
  });
  return (): CertificateFilesMetrics => ({ read: () => reads.inc(), failed: () => failures.inc() });
}

/** Registers controller-runtime's series for requests to API servers. */
function clientSeries({ Counter }: PrometheusClient, registry: Registry): Metrics['client'] {
  const requests = new Counter({
    name: 'rest_client_requests_total',
    help: 'HTTP requests to the API server by status, method and host',
    labelNames: ['code', 'method', 'host'] as const,
    registers: [registry],
  });
  return (): ClientMetrics => ({ requestEnded: ({ code, method, host }) => requests.inc({ code, method, host }) });
}

/** Registers controller-runtime's series for conversions of objects. */
function conversionSeries({ Counter }: PrometheusClient, registry: Registry): Metrics['conversion'] {
  const objects = new Counter({
    name: 'controller_runtime_conversion_webhook_objects_total',
    help: 'Objects whose conversion API servers asked for, by kind and result',
    labelNames: ['kind', 'result'] as const,
    registers: [registry],
  });
  return (): ConversionMetrics => ({ objectConverted: ({ kind, result }) => objects.inc({ kind, result }) });
}

/** Registers a series for alerts that controller-runtime doesn't have. */
function droppedKindsSeries({ Gauge }: PrometheusClient, registry: Registry): Metrics['droppedKinds'] {
  const dropped = new Gauge({
    name: 'operand_dropped_kinds',
    help: 'Kinds of children that earlier releases owned, and that the definition neither owns nor retires',
    registers: [registry],
  });
  return (count) => dropped.set(count);
}

/**
 * Registers series for the objects that configure API servers for the operator, which controller-runtime doesn't have.
 */
function installationSeries({ Counter, Gauge }: PrometheusClient, registry: Registry): Metrics['installation'] {
  const registers = [registry];
  const labelNames = ['kind', 'name'] as const;
  const defects = new Gauge({
    name: 'operand_installation_defects',
    help: 'Parts of an installed object (CRD, webhook configuration, policy, binding) that no longer do what its manifest says',
    labelNames,
    registers,
  });
  const restorations = new Counter({
    name: 'operand_installation_restorations_total',
    help: 'How often the manager has restored an installed object',
    labelNames,
    registers,
  });
  return (): InstallationMetrics => ({
    defects: ({ kind, name }, count) => defects.set({ kind, name }, count),
    restored: ({ kind, name }) => restorations.inc({ kind, name }),
  });
}

/** Registers controller-runtime's series for leader election. */
function leaderElectionSeries({ Gauge }: PrometheusClient, registry: Registry): Metrics['leaderElection'] {
  const status = new Gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process holds the Lease: 1 yes, 0 no',
    labelNames: ['name'] as const,
    registers: [registry],
  });
  return (name): LeaderElectionMetrics => ({
    leads: () => status.set({ name }, 1),
    follows: () => status.set({ name }, 0),
  });
}

/** Registers series for reconciles that controller-runtime doesn't have. */
function reconcileSeries({ Gauge }: PrometheusClient, registry: Registry): Metrics['pass'] {
  const registers = [registry];
  const labelNames = ['controller'] as const;
  const hotLoops = new Gauge({
    name: 'operand_hot_loops',
    help: 'Resources slowed down because their passes write the same again and again, by controller',
    labelNames,
    registers,
  });
  const waiting = new Gauge({
    name: 'operand_deletions_waiting',
    help: 'Children that wait for their deletion because so many have been deleted lately, by controller',
    labelNames,
    registers,
  });
  return (controller): ReconcileMetrics => {
    hotLoops.set({ controller }, 0);
    waiting.set({ controller }, 0);
    return {
      hotLoops: (count) => hotLoops.set({ controller }, count),
      deletionsWaiting: (count) => waiting.set({ controller }, count),
    };
  };
}
