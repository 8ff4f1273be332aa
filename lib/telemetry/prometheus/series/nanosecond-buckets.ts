import type { PrometheusClient } from '../prometheus-client.ts';

/**
 * Returns the buckets of durations from 10 ns on, as in controller-runtime's pkg/internal/metrics/workqueue.go and
 * pkg/webhook/internal/metrics/metrics.go.
 */
export function nanosecondBuckets({ exponentialBuckets }: PrometheusClient): number[] {
  return exponentialBuckets(10e-9, 10, 12);
}
