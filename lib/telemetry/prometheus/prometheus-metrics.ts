import type { CacheMemory, MetricDefinition, MetricLabels, Metrics } from '../metrics.ts';
import { controllerSeries } from './series/controller-series.ts';
import { nanosecondBuckets, queueSeries } from './series/queue-series.ts';
import type { SeriesRegistry } from './series-registry.ts';

/**
 * Returns metrics with the names, labels and buckets of controller-runtime, so that existing dashboards and alerts work
 * unchanged. Adds the Prometheus client's own process metrics.
 *
 * Loads prom-client only when called.
 *
 * @see https://book.kubebuilder.io/reference/metrics-reference
 */
export async function prometheusMetrics(): Promise<Metrics> {
  const { SeriesRegistry } = await import('./series-registry.ts');
  const series = new SeriesRegistry();
  return {
    controller: controllerSeries(series),
    source: sourceSeries(series),
    reconciles: reconcileSeries(series),
    queue: queueSeries(series),
    client: clientSeries(series),
    observeCaches: (memory) => registerCacheSeries(series, memory),
    leaderElection: leaderElectionSeries(series),
    droppedKinds: droppedKindsSeries(series),
    webhook: webhookSeries(series),
    conversion: conversionSeries(series),
    certificateFiles: certificateFilesSeries(series),
    installation: installationSeries(series),
    declaredMetric: declaredSeries(series),
    contentType: series.contentType,
    text: () => series.text(),
  };
}

/** Registers series for the memory of caches, which controller-runtime doesn't limit. */
function registerCacheSeries(series: SeriesRegistry, memory: () => CacheMemory): void {
  const gauges: readonly [name: string, help: string, value: (memory: CacheMemory) => number][] = [
    ['operand_cache_bytes', 'Estimated size of all cached objects', ({ bytes }) => bytes],
    ['operand_cache_limit_bytes', 'Memory for all cached objects', ({ limitBytes }) => limitBytes],
    [
      'operand_cache_full_namespaces',
      'Namespaces whose objects do not fit into the caches: their resources are not reconciled',
      ({ fullNamespaceCount }) => fullNamespaceCount,
    ],
  ];
  for (const [name, help, value] of gauges) {
    series.collectedGauge({
      ...{ name, help },
      collect() {
        this.set(value(memory()));
      },
    });
  }
}

/** Registers controller-runtime's series for certificates in files, which serve webhooks and metrics. */
function certificateFilesSeries(series: SeriesRegistry): Metrics['certificateFiles'] {
  const reads = series.counter('certwatcher_read_certificate_total', 'How often certificates in files were looked at');
  const failures = series.counter(
    'certwatcher_read_certificate_errors_total',
    'How often certificates in files could not be served, or not be read',
  );
  return () => ({ filesRead: () => reads.inc(), readFailed: () => failures.inc() });
}

/** Registers controller-runtime's series for requests to API servers. */
function clientSeries(series: SeriesRegistry): Metrics['client'] {
  const requests = series.counter(
    'rest_client_requests_total',
    'HTTP requests to the API server by status, method and host',
    'code',
    'method',
    'host',
  );
  return () => ({ requestEnded: ({ code, method, host }) => requests.inc({ code, method, host }) });
}

/** Registers controller-runtime's series for conversions of objects. */
function conversionSeries(series: SeriesRegistry): Metrics['conversion'] {
  const objects = series.counter(
    'controller_runtime_conversion_webhook_objects_total',
    'Objects whose conversion API servers asked for, by kind and result',
    'kind',
    'result',
  );
  return () => ({ objectConverted: ({ kind, result }) => objects.inc({ kind, result }) });
}

/** Registers a series for alerts that controller-runtime doesn't have. */
function droppedKindsSeries(series: SeriesRegistry): Metrics['droppedKinds'] {
  const dropped = series.gauge(
    'operand_dropped_kinds',
    'Kinds of children that earlier releases owned, and that the definition neither owns nor retires',
  );
  return (count) => dropped.set(count);
}

/**
 * Registers series for the objects that configure API servers for the operator, which controller-runtime doesn't have.
 */
function installationSeries(series: SeriesRegistry): Metrics['installation'] {
  const defects = series.gauge(
    'operand_installation_defects',
    'Parts of an installed object (CRD, webhook configuration, policy, binding) that no longer do what its manifest says',
    'kind',
    'name',
  );
  const restorations = series.counter(
    'operand_installation_restorations_total',
    'How often the manager has restored an installed object',
    'kind',
    'name',
  );
  return () => ({
    defects: ({ kind, name }, count) => defects.set({ kind, name }, count),
    objectRestored: ({ kind, name }) => restorations.inc({ kind, name }),
  });
}

/** Registers controller-runtime's series for leader election. */
function leaderElectionSeries(series: SeriesRegistry): Metrics['leaderElection'] {
  const status = series.gauge(
    'leader_election_master_status',
    'Whether this process holds the Lease: 1 yes, 0 no',
    'name',
  );
  return (name) => ({
    leadershipBegan: () => status.set({ name }, 1),
    leadershipEnded: () => status.set({ name }, 0),
  });
}

/** Registers series for reconciles that controller-runtime doesn't have. */
function reconcileSeries(series: SeriesRegistry): Metrics['reconciles'] {
  const hotLoops = series.gauge(
    'operand_hot_loops',
    'Resources slowed down because their reconciles write the same again and again, by controller',
    'controller',
  );
  const waiting = series.gauge(
    'operand_deletions_waiting',
    'Children that wait for their deletion because so many have been deleted lately, by controller',
    'controller',
  );
  return (controller) => {
    hotLoops.set({ controller }, 0);
    waiting.set({ controller }, 0);
    return {
      hotLoops: (count) => hotLoops.set({ controller }, count),
      deletionsWaiting: (count) => waiting.set({ controller }, count),
    };
  };
}

/** Registers a series for the sources of controllers, which controller-runtime doesn't have. */
function sourceSeries(series: SeriesRegistry): Metrics['source'] {
  const ends = series.counter(
    'operand_source_ends_total',
    'How often a source outside of the cluster was no longer watched though it should be, by controller and source',
    'controller',
    'source',
  );
  return (controller, source) => {
    ends.inc({ controller, source }, 0);
    return { watchEnded: () => ends.inc({ controller, source }) };
  };
}

/** Registers controller-runtime's series for requests to webhooks. */
function webhookSeries(series: SeriesRegistry): Metrics['webhook'] {
  const total = series.counter(
    'controller_runtime_webhook_requests_total',
    'Requests of API servers by webhook and HTTP status',
    'webhook',
    'code',
  );
  const latency = series.histogram(
    'controller_runtime_webhook_latency_seconds',
    'Duration of requests of API servers by webhook',
    nanosecondBuckets,
    'webhook',
  );
  const inFlight = series.gauge(
    'controller_runtime_webhook_requests_in_flight',
    'Requests of API servers under way by webhook',
    'webhook',
  );

  return (webhook) => {
    for (const code of ['200', '500']) total.inc({ webhook, code }, 0);
    inFlight.inc({ webhook }, 0);
    return {
      requestStarted: () => inFlight.inc({ webhook }),
      requestEnded(code, durationMs) {
        inFlight.dec({ webhook });
        latency.observe({ webhook }, durationMs / 1000);
        total.inc({ webhook, code: String(code) });
      },
    };
  };
}

type Recorder = ReturnType<Metrics['declaredMetric']>;

/** Registers a series that an operator's author declares, at its first use. */
function declaredSeries(series: SeriesRegistry): Metrics['declaredMetric'] {
  const recorders = new Map<string, Recorder>();
  return (metric) => {
    const recorder = recorders.get(metric.fullName) ?? registerSeries(metric, series);
    recorders.set(metric.fullName, recorder);
    return recorder;
  };
}

function registerSeries(
  { type, fullName, help, labels = {}, buckets }: MetricDefinition,
  series: SeriesRegistry,
): Recorder {
  const labelNames = Object.keys(labels);
  switch (type) {
    case 'counter': {
      const counter = series.counter(fullName, help, ...labelNames);
      // Prometheus sees no increase in a series that begins with 1.
      for (const each of labelCombinations(labels)) counter.inc(each, 0);
      return (value, given) => counter.inc({ ...given }, value);
    }
    case 'gauge': {
      const gauge = series.gauge(fullName, help, ...labelNames);
      return (value, given) => gauge.set({ ...given }, value);
    }
    case 'histogram': {
      const histogram = series.histogram(fullName, help, buckets, ...labelNames);
      return (value, given) => histogram.observe({ ...given }, value);
    }
  }
}

function labelCombinations(labels: MetricLabels): readonly Readonly<Record<string, string>>[] {
  return Object.entries(labels).reduce<readonly Readonly<Record<string, string>>[]>(
    (combinations, [label, values]) =>
      combinations.flatMap((combination) => values.map((value) => ({ ...combination, [label]: value }))),
    [{}],
  );
}
