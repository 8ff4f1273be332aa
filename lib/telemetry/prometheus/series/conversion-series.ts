import type { Registry } from 'prom-client';
import type { ConversionMetrics, Metrics } from '../../metrics.ts';
import type { PrometheusClient } from '../prometheus-client.ts';

/** Registers controller-runtime's series for conversions of objects. */
export function conversionSeries({ Counter }: PrometheusClient, registry: Registry): Metrics['conversion'] {
  const objects = new Counter({
    name: 'controller_runtime_conversion_webhook_objects_total',
    help: 'Objects whose conversion API servers asked for, by kind and result',
    labelNames: ['kind', 'result'] as const,
    registers: [registry],
  });
  return (): ConversionMetrics => ({ objectConverted: ({ kind, result }) => objects.inc({ kind, result }) });
}
