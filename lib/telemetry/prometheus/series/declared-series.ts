import type { MetricDefinition, Metrics } from '../../metrics.ts';
import type { SeriesRegistry } from '../prometheus-client.ts';

type Recorder = ReturnType<Metrics['declaredMetric']>;

/** Registers a series that an operator's author declares, at its first use. */
export function declaredSeries(series: SeriesRegistry): Metrics['declaredMetric'] {
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
