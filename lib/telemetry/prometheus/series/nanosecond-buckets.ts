/**
 * The buckets of durations from 10 ns on, rounded as in controller-runtime's pkg/internal/metrics/workqueue.go and
 * pkg/webhook/internal/metrics/metrics.go.
 */
export const nanosecondBuckets: readonly number[] = [
  1e-8, 1e-7, 1e-6, 9.999999999999999e-6, 9.999999999999999e-5, 1e-3, 0.01, 0.1, 1, 10, 100, 1000,
];
