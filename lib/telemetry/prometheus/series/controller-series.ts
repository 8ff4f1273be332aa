import type { Metrics } from '../../metrics.ts';
import type { SeriesRegistry } from '../series-registry.ts';

const reconcileResults = ['success', 'requeue', 'requeue_after', 'error'] as const;

// The buckets of controller-runtime: pkg/internal/controller/metrics/metrics.go
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** Registers controller-runtime's series for the reconciles of controllers. */
export function controllerSeries(registry: SeriesRegistry): Metrics['controller'] {
  const { total, errors, terminalErrors, timeouts, time, active, most } = reconcileSeries(registry);
  return (controller, concurrency) => {
    // A series that appears only with its first failure hides that failure from rate().
    for (const result of reconcileResults) total.inc({ controller, result }, 0);
    for (const series of [errors, terminalErrors, timeouts, active]) series.inc({ controller }, 0);
    most.set({ controller }, concurrency);
    const ownTime = time.labels({ controller });
    return {
      reconcileStarted: () => active.inc({ controller }),
      reconcileEnded(result, durationMs) {
        const isError = result === 'error' || result === 'terminal_error' || result === 'timeout';
        active.dec({ controller });
        ownTime.observe(durationMs / 1000);
        total.inc({ controller, result: isError ? 'error' : result });
        if (isError) errors.inc({ controller });
        if (result === 'terminal_error') terminalErrors.inc({ controller });
        if (result === 'timeout') timeouts.inc({ controller });
      },
    };
  };
}

function reconcileSeries(registry: SeriesRegistry) {
  const counter = (name: string, help: string) => registry.counter(name, help, 'controller');
  const gauge = (name: string, help: string) => registry.gauge(name, help, 'controller');
  return {
    total: registry.counter(
      'controller_runtime_reconcile_total',
      'Reconciles by controller and result',
      'controller',
      'result',
    ),
    errors: counter('controller_runtime_reconcile_errors_total', 'Reconciles that failed, by controller'),
    terminalErrors: counter(
      'controller_runtime_terminal_reconcile_errors_total',
      'Reconciles that failed and are not retried, by controller',
    ),
    timeouts: counter(
      'controller_runtime_reconcile_timeouts_total',
      'Reconciles that took longer than they may, by controller',
    ),
    time: registry.histogram(
      'controller_runtime_reconcile_time_seconds',
      'Duration of reconciles by controller',
      reconcileBuckets,
      'controller',
    ),
    active: gauge('controller_runtime_active_workers', 'Reconciles under way by controller'),
    most: gauge('controller_runtime_max_concurrent_reconciles', 'The most reconciles at one time by controller'),
  };
}
