import type { Registry } from 'prom-client';
import type { CertificateFilesMetrics, ConversionMetrics, Metrics, WebhookMetrics } from './metrics.ts';
import { nanosecondBuckets } from './nanosecond-buckets.ts';
import type { PrometheusClient } from './prometheus-client.ts';

/** What controller-runtime's users know of the requests to webhooks. */
export function webhookSeries(client: PrometheusClient, registry: Registry): Metrics['webhook'] {
  const { Counter, Gauge, Histogram } = client;
  const registers = [registry];
  const labelNames = ['webhook'] as const;
  const total = new Counter({
    name: 'controller_runtime_webhook_requests_total',
    help: 'Requests of API servers by webhook and HTTP status',
    labelNames: ['webhook', 'code'] as const,
    registers,
  });
  const latency = new Histogram({
    name: 'controller_runtime_webhook_latency_seconds',
    help: 'Duration of requests of API servers by webhook',
    labelNames,
    buckets: nanosecondBuckets(client),
    registers,
  });
  const inFlight = new Gauge({
    name: 'controller_runtime_webhook_requests_in_flight',
    help: 'Requests of API servers under way by webhook',
    labelNames,
    registers,
  });

  return (webhook): WebhookMetrics => {
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

/** What they know of the conversions among these. */
export function conversionSeries({ Counter }: PrometheusClient, registry: Registry): Metrics['conversion'] {
  const objects = new Counter({
    name: 'controller_runtime_conversion_webhook_objects_total',
    help: 'Objects whose conversion API servers asked for, by kind and result',
    labelNames: ['kind', 'result'] as const,
    registers: [registry],
  });
  return (): ConversionMetrics => ({ objectConverted: ({ kind, result }) => objects.inc({ kind, result }) });
}

/** What they know of certificates in files, with which webhooks and metrics are served. */
export function certificateFilesSeries({ Counter }: PrometheusClient, registry: Registry): Metrics['certificateFiles'] {
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
