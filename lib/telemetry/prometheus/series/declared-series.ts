import type { Registry } from 'prom-client';
import type { MetricDefinition } from '../../metric-definition.ts';
import type { Metrics } from '../../metrics.ts';
import type { PrometheusClient } from '../prometheus-client.ts';

type Recorder = ReturnType<Metrics['declared']>;

/** Registers a series that an operator's author declares, at its first use. */
export function declaredSeries(client: PrometheusClient, registry: Registry): Metrics['declared'] {
  const recorders = new Map<string, Recorder>();
  return (metric) => {
    const recorder = recorders.get(metric.fullName) ?? registered(metric, client, registry);
    recorders.set(metric.fullName, recorder);
    return recorder;
  };
}

function registered(
  { type, fullName: name, help, labels = {}, buckets }: MetricDefinition,
  { Counter, Gauge, Histogram }: PrometheusClient,
  registry: Registry,
): Recorder {
  const settings = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  switch (type) {
    case 'counter': {
      const counter = new Counter(settings);
      return (value, given) => counter.inc({ ...given }, value);
    }
    case 'gauge': {
      const gauge = new Gauge(settings);
      return (value, given) => gauge.set({ ...given }, value);
    }
    case 'histogram': {
      const histogram = new Histogram({ ...settings, ...(buckets && { buckets: [...buckets] }) });
      return (value, given) => histogram.observe({ ...given }, value);
    }
  }
}
