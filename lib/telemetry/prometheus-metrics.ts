import type { Registry } from 'prom-client';
import type {
  ClientMetrics,
  ControllerMetrics,
  LeaderElectionMetrics,
  Metrics,
  PassMetrics,
  QueueMetrics,
  QueueState,
} from './metrics.ts';
import { nanosecondBuckets } from './nanosecond-buckets.ts';
import type { PrometheusClient } from './prometheus-client.ts';
import { certificateFilesSeries, conversionSeries, webhookSeries } from './webhook-series.ts';

/**
 * Metrics under the names, labels and buckets that controller-runtime's users know, so that their dashboards and alerts
 * work unchanged, with the Prometheus client's own figures on the process beside them.
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
    pass: passSeries(client, registry),
    queue: queueSeries(client, registry),
    client: clientSeries(client, registry),
    leaderElection: leaderElectionSeries(client, registry),
    webhook: webhookSeries(client, registry),
    conversion: conversionSeries(client, registry),
    certificateFiles: certificateFilesSeries(client, registry),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

const passResults = ['success', 'requeue', 'requeue_after', 'error'] as const;

// The buckets of controller-runtime: pkg/internal/controller/metrics/metrics.go
const passBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

function controllerSeries({ Counter, Gauge, Histogram }: PrometheusClient, registry: Registry): Metrics['controller'] {
  const registers = [registry];
  const labelNames = ['controller'] as const;
  const total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Passes by controller and result',
    labelNames: ['controller', 'result'] as const,
    registers,
  });
  const errors = new Counter({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Passes that failed, by controller',
    labelNames,
    registers,
  });
  const terminalErrors = new Counter({
    name: 'controller_runtime_terminal_reconcile_errors_total',
    help: 'Passes that failed and are not retried, by controller',
    labelNames,
    registers,
  });
  const timeouts = new Counter({
    name: 'controller_runtime_reconcile_timeouts_total',
    help: 'Passes that took longer than they may, by controller',
    labelNames,
    registers,
  });
  const time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Duration of passes by controller',
    labelNames,
    buckets: passBuckets,
    registers,
  });
  const active = new Gauge({
    name: 'controller_runtime_active_workers',
    help: 'Passes under way by controller',
    labelNames,
    registers,
  });
  const most = new Gauge({
    name: 'controller_runtime_max_concurrent_reconciles',
    help: 'The most passes at one time by controller',
    labelNames,
    registers,
  });

  return (controller, concurrency): ControllerMetrics => {
    // A series that appears only with its first failure hides that failure from rate().
    for (const result of passResults) total.inc({ controller, result }, 0);
    for (const series of [errors, terminalErrors, timeouts, active]) series.inc({ controller }, 0);
    most.set({ controller }, concurrency);
    return {
      passStarted: () => active.inc({ controller }),
      passEnded(result, durationMs) {
        const isError = result === 'error' || result === 'terminal_error' || result === 'timeout';
        active.dec({ controller });
        time.observe({ controller }, durationMs / 1000);
        total.inc({ controller, result: isError ? 'error' : result });
        if (isError) errors.inc({ controller });
        if (result === 'terminal_error') terminalErrors.inc({ controller });
        if (result === 'timeout') timeouts.inc({ controller });
      },
    };
  };
}

/** Figures of ours, which controller-runtime has no names for. */
function passSeries({ Gauge }: PrometheusClient, registry: Registry): Metrics['pass'] {
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
  return (controller): PassMetrics => {
    hotLoops.set({ controller }, 0);
    waiting.set({ controller }, 0);
    return {
      hotLoops: (count) => hotLoops.set({ controller }, count),
      deletionsWaiting: (count) => waiting.set({ controller }, count),
    };
  };
}

function queueSeries(client: PrometheusClient, registry: Registry): Metrics['queue'] {
  const { Counter, Gauge, Histogram } = client;
  const registers = [registry];
  const labelNames = ['name', 'controller'] as const;
  const states = new Map<string, () => QueueState>();
  const gauges: readonly [name: string, help: string, value: (state: QueueState) => number][] = [
    ['workqueue_depth', 'Keys that are due and not yet taken', ({ depth }) => depth],
    [
      'workqueue_unfinished_work_seconds',
      'Seconds spent so far on keys that are being worked on',
      ({ runningMs }) => seconds(sum(runningMs)),
    ],
    [
      'workqueue_longest_running_processor_seconds',
      'Seconds spent so far on the key that has taken longest',
      ({ runningMs }) => seconds(Math.max(0, ...runningMs)),
    ],
  ];
  for (const [name, help, value] of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const [queue, state] of states) this.set({ name: queue, controller: queue }, value(state()));
      },
    });
  }
  const adds = new Counter({ name: 'workqueue_adds_total', help: 'Keys that became due', labelNames, registers });
  const retries = new Counter({
    name: 'workqueue_retries_total',
    help: 'Keys that were put off',
    labelNames,
    registers,
  });
  const waited = new Histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'How long due keys waited for a worker',
    labelNames,
    buckets: nanosecondBuckets(client),
    registers,
  });
  const worked = new Histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'How long workers held a key',
    labelNames,
    buckets: nanosecondBuckets(client),
    registers,
  });

  return (name): QueueMetrics => {
    const labels = { name, controller: name };
    for (const series of [adds, retries]) series.inc(labels, 0);
    return {
      follow: (state) => states.set(name, state),
      added: () => adds.inc(labels),
      delayed: () => retries.inc(labels),
      taken: (waitedMs) => waited.observe(labels, seconds(waitedMs)),
      finished: (workedMs) => worked.observe(labels, seconds(workedMs)),
    };
  };
}

function clientSeries({ Counter }: PrometheusClient, registry: Registry): Metrics['client'] {
  const requests = new Counter({
    name: 'rest_client_requests_total',
    help: 'HTTP requests to the API server by status, method and host',
    labelNames: ['code', 'method', 'host'] as const,
    registers: [registry],
  });
  return (): ClientMetrics => ({ requestEnded: ({ code, method, host }) => requests.inc({ code, method, host }) });
}

function leaderElectionSeries({ Gauge }: PrometheusClient, registry: Registry): Metrics['leaderElection'] {
  const status = new Gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process holds the Lease: 1 yes, 0 no',
    labelNames: ['name'] as const,
    registers: [registry],
  });
  return (name): LeaderElectionMetrics => ({ leading: (isLeading) => status.set({ name }, isLeading ? 1 : 0) });
}

function seconds(milliseconds: number): number {
  return milliseconds / 1000;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
