import type { Gauge } from 'prom-client';
import type { Metrics, QueueState } from '../../metrics.ts';
import type { SeriesRegistry } from '../series-registry.ts';

/**
 * The buckets of durations from 10 ns on, rounded as in controller-runtime's pkg/internal/metrics/workqueue.go and
 * pkg/webhook/internal/metrics/metrics.go.
 */
export const nanosecondBuckets: readonly number[] = [
  1e-8, 1e-7, 1e-6, 9.999999999999999e-6, 9.999999999999999e-5, 1e-3, 0.01, 0.1, 1, 10, 100, 1000,
];

const gauges: readonly [name: string, help: string, value: (state: QueueState) => number][] = [
  ['workqueue_depth', 'Keys that are due and not yet taken', ({ depth }) => depth],
  [
    'workqueue_unfinished_work_seconds',
    'Seconds spent so far on keys that are being worked on',
    ({ runningMs }) => seconds(runningMs.reduce((sum, each) => sum + each, 0)),
  ],
  [
    'workqueue_longest_running_processor_seconds',
    'Seconds spent so far on the key that has taken longest',
    ({ runningMs }) => seconds(Math.max(0, ...runningMs)),
  ],
];

/** Registers controller-runtime's series for work queues. */
export function queueSeries(registry: SeriesRegistry): Metrics['queue'] {
  const states = new Map<string, () => QueueState>();
  registerGauges(registry, states);
  const adds = registry.counter('workqueue_adds_total', 'Keys that became due', 'name', 'controller');
  const retries = registry.counter('workqueue_retries_total', 'Keys that were delayed', 'name', 'controller');
  const waited = registry.histogram(
    'workqueue_queue_duration_seconds',
    'How long due keys waited for a worker',
    nanosecondBuckets,
    'name',
    'controller',
  );
  const worked = registry.histogram(
    'workqueue_work_duration_seconds',
    'How long workers held a key',
    nanosecondBuckets,
    'name',
    'controller',
  );

  return (name) => {
    const labels = { name, controller: name };
    for (const series of [adds, retries]) series.inc(labels, 0);
    const ownWaited = waited.labels(labels);
    const ownWorked = worked.labels(labels);
    return {
      observeQueue: (state) => states.set(name, state),
      keyAdded: () => adds.inc(labels),
      keyDelayed: () => retries.inc(labels),
      keyTaken: (waitedMs) => ownWaited.observe(seconds(waitedMs)),
      keyFinished: (workedMs) => ownWorked.observe(seconds(workedMs)),
    };
  };
}

function registerGauges(registry: SeriesRegistry, states: ReadonlyMap<string, () => QueueState>): void {
  for (const [name, help, value] of gauges) {
    const collect = function (this: Gauge<'name' | 'controller'>) {
      for (const [queue, state] of states) this.set({ name: queue, controller: queue }, value(state()));
    };
    registry.collectedGauge({ name, help, collect }, 'name', 'controller');
  }
}

function seconds(milliseconds: number): number {
  return milliseconds / 1000;
}
