import type { Registry } from 'prom-client';
import type { Metrics, WebhookMetrics } from '../../metrics.ts';
import type { PrometheusClient } from '../prometheus-client.ts';
import { nanosecondBuckets } from './nanosecond-buckets.ts';

/** Registers controller-runtime's series for requests to webhooks. */
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
